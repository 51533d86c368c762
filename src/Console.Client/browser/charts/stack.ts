import type { Plugin } from "chart.js";
import { colorOf } from "../colors";
import type { PanelLook } from "./panels";
import type { Point } from "./point";

/**
 * Draws layers on top of each other, each point as wide as its bucket. Edges are put on whole pixels, so that neighbours
 * neither overlap nor leave slits, and a bucket without figures stays empty.
 */
export function stackOf(panel: PanelLook): { plugin: Plugin; show(points: readonly Point[], step: number): void; recolor(): void } {
  let points: readonly Point[] = [];
  let step = 1000;
  let colors: string[] | undefined;
  const plugin: Plugin = {
    id: "stack",
    beforeDatasetsDraw(chart) {
      const { x, y } = chart.scales;
      if (!x || !y) return;
      colors ??= panel.series.map(series => colorOf(series.color));
      const { ctx, chartArea } = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
      ctx.clip();
      for (const point of points) {
        const left = Math.round(x.getPixelForValue(point.t));
        const width = Math.max(1, Math.round(x.getPixelForValue(point.t + step)) - left);
        let sum = 0;
        panel.series.forEach((series, i) => {
          const value = point[series.key] ?? 0;
          const bottom = Math.round(y.getPixelForValue(sum));
          sum += value;
          ctx.fillStyle = colors?.[i] ?? "";
          const top = Math.round(y.getPixelForValue(sum));
          ctx.fillRect(left, top, width, bottom - top);
        });
      }
      ctx.restore();
    },
  };
  return {
    plugin,
    show(next, bucket) {
      points = next;
      step = bucket;
    },
    recolor() {
      colors = undefined;
    },
  };
}
