// Bundles what pages load: one module, one style sheet, and the script that sets the theme before anything is painted.
import { build } from "esbuild";

await build({
  entryPoints: { app: "browser/app.ts", theme: "browser/theme.ts" },
  outdir: "wwwroot/dist",
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  sourcemap: "linked",
  legalComments: "linked",
  logLevel: "warning",
});

await build({
  entryPoints: { app: "styles/app.css" },
  outdir: "wwwroot/dist",
  bundle: true,
  minify: true,
  target: "esnext",
  logLevel: "warning",
});
