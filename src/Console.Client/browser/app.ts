import { mountCharts } from "./charts/section";
import { setClock } from "./clock";
import { applyFilter, mountFilter } from "./filter";
import { mountForms } from "./forms";
import { mountFragments } from "./fragments";
import { mountKeys } from "./keys";
import { connectLive } from "./live/connection";
import { mountStatus } from "./live/status";
import { fillOrigin } from "./origin";
import { mountRows } from "./rows";
import { mountThemeToggle } from "./themeToggle";
import { mountTimes } from "./times";
import { updateTitle } from "./titles";

/** Brings a page to life; what it returns takes everything back. */
function mount(): () => void {
  const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) ?? undefined;
  const section = find("[data-charts]");
  const absorber = Number(section?.dataset["absorber"] ?? NaN);
  const charts = section && !Number.isNaN(absorber) ? mountCharts(section, absorber) : undefined;

  const input = find<HTMLInputElement>("#filter");
  const filter = input && mountFilter(input);
  const fragments = mountFragments(
    (content, name) => {
      fillOrigin(content);
      if (name === "fleet" && filter) applyFilter(content, filter.current());
    },
    name => {
      updateTitle();
      if (name.startsWith("aside-")) charts?.readMarks();
    });

  const statusElement = find("[data-live-status]");
  const status = statusElement && mountStatus(statusElement);
  const disconnect = connectLive(fragments.names, charts ? absorber : null, {
    connected(again) {
      status?.tell("connected");
      if (again) charts?.refill();
    },
    lost: () => status?.tell("lost"),
    fragment(name, html) {
      status?.tell("heard");
      fragments.push(name, html);
    },
    points(of, points) {
      if (of === absorber) charts?.push(points);
    },
    pulse(consoleNow) {
      setClock(consoleNow);
      status?.tell("heard");
      charts?.tick();
    },
  });

  const toggle = find("[data-theme-toggle]");
  const fleet = find('[data-fragment="fleet"]');
  const undo = [
    disconnect,
    mountTimes(),
    mountForms(),
    mountKeys(charts ? { range: charts.setRange, pause: charts.togglePause, escape: charts.escape } : {}),
    toggle && mountThemeToggle(toggle, () => charts?.recolor()),
    fleet && mountRows(fleet),
    fragments.unmount,
    filter?.unmount,
    status?.unmount,
    charts?.unmount,
  ];
  fillOrigin(document);
  updateTitle();
  return () => undo.forEach(f => f?.());
}

let unmount = mount();
// A page that comes back from the browser's cache has lost its connection.
addEventListener("pagehide", () => unmount());
addEventListener("pageshow", event => {
  if (event.persisted) unmount = mount();
});
