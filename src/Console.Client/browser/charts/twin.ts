import { moment } from "../format";
import { now } from "../clock";
import { intoBuckets } from "./buckets";
import type { PanelLook } from "./panels";
import type { Point } from "./point";

const most = 60;
const steps = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600].map(s => s * 1000);

/** The numbers of a chart as a table, newest first, as many as people can read. */
export function fillTwin(body: HTMLElement, panel: PanelLook, points: readonly Point[], from: number, to: number): void {
  const step = steps.find(s => (to - from) / s <= most) ?? 3_600_000;
  const shown = intoBuckets(points.filter(point => point.t >= from && point.t <= to), step).reverse();
  body.replaceChildren(...shown.map(point => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    const time = document.createElement("time");
    time.dateTime = new Date(point.t).toISOString();
    time.title = `${time.dateTime.slice(0, 19).replace("T", " ")} UTC`;
    time.textContent = moment(point.t, now());
    head.append(time);
    row.append(head, ...panel.series.map(series => {
      const cell = document.createElement("td");
      cell.className = "n";
      cell.textContent = panel.words(point[series.key]);
      return cell;
    }));
    return row;
  }));
}
