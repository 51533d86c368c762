import { Chart, Filler, LinearScale, LineController, LineElement, PointElement, type ChartDataset, type ChartOptions } from "chart.js";
import { colorOf } from "../colors";
import { lineOf, type Place } from "./gaps";
import { heightOf, type PanelLook } from "./panels";
import type { Point } from "./point";
import { stackOf } from "./stack";
import { niceMax, timeLabel, timeTicks } from "./ticks";

Chart.register(Filler, LinearScale, LineController, LineElement, PointElement);

/** The width of every chart's axis, so that one moment is at one place in all of them. */
const axisWidth = 56;
const right = 16;

export interface Drawing {
  draw(points: readonly Point[], from: number, to: number, step: number): void;
  recolor(): void;
  /** Where the time axis begins and ends, in pixels of the canvas. */
  area(): { left: number; right: number };
  destroy(): void;
}

/** One chart without animation, legend or tooltip: what they would tell stands in the panel's head. */
export function drawPanel(canvas: HTMLCanvasElement, panel: PanelLook, last: boolean): Drawing {
  const stack = panel.kind === "stack" ? stackOf(panel) : undefined;
  const chart = new Chart<"line", Place[]>(canvas, {
    type: "line",
    data: { datasets: stack ? [errors()] : panel.series.map((_, i) => line(panel, i)) },
    options: options(panel, last),
    plugins: stack ? [stack.plugin] : [],
  });
  return {
    draw(points, from, to, step) {
      const top = niceMax(heightOf(panel, points));
      chart.data.datasets.forEach((dataset, i) => {
        const key = panel.series[i]?.key;
        dataset.data = stack
          ? points.filter(point => point.errors > 0).map(point => ({ x: point.t + step / 2, y: top * 0.92 }))
          : key ? lineOf(points, key, step) : [];
      });
      stack?.show(points, step);
      const { x, y } = chart.options.scales ?? {};
      if (x) Object.assign(x, { min: from, max: to });
      if (y) y.max = top;
      chart.update("none");
    },
    recolor() {
      stack?.recolor();
      const { x, y } = chart.options.scales ?? {};
      Object.assign(chart.options, options(panel, last));
      Object.assign(chart.options.scales?.["x"] ?? {}, { min: x?.min, max: x?.max });
      Object.assign(chart.options.scales?.["y"] ?? {}, { max: y?.max });
      chart.data.datasets.forEach((dataset, i) => Object.assign(dataset, stack ? errorColors() : lineColors(panel, i)));
    },
    area: () => ({ left: chart.chartArea?.left ?? axisWidth, right: chart.chartArea?.right ?? canvas.clientWidth - right }),
    destroy: () => chart.destroy(),
  };
}

function options(panel: PanelLook, last: boolean): ChartOptions<"line"> {
  const grid = colorOf("--line");
  const muted = colorOf("--muted");
  const font = { family: getComputedStyle(document.body).fontFamily, size: 11 };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    events: [],
    layout: { padding: { right, top: 5 } },
    scales: {
      x: {
        type: "linear",
        border: { display: false },
        grid: { color: grid, drawTicks: false },
        afterFit(axis) {
          // A label at the edge must not make this chart narrower than the others.
          Object.assign(axis, { paddingLeft: 0, paddingRight: 0 });
        },
        afterBuildTicks(axis) {
          axis.ticks = timeTicks(axis.min, axis.max, Math.max(2, (axis.width || axis.chart.width) / 84)).map(value => ({ value }));
        },
        ticks: {
          display: last,
          autoSkip: false,
          maxRotation: 0,
          padding: 8,
          color: muted,
          font,
          callback: (value, index, ticks) => timeLabel(Number(value), ticks[index + 1]?.value ?? undefined),
        },
      },
      y: {
        min: 0,
        border: { display: false },
        grid: { color: grid, drawTicks: false },
        afterFit(axis) {
          axis.width = axisWidth;
        },
        afterBuildTicks(axis) {
          axis.ticks = [0, axis.max / 2, axis.max].map(value => ({ value }));
        },
        ticks: { color: muted, font, padding: 8, callback: value => panel.axis(Number(value)) },
      },
    },
  };
}

const line = (panel: PanelLook, index: number): ChartDataset<"line", Place[]> => ({
  data: [],
  spanGaps: false,
  borderWidth: 1.75,
  borderJoinStyle: "round",
  pointRadius: context => (isLone(context.dataset.data, context.dataIndex) ? 1.5 : 0),
  fill: panel.series[index]?.fill ? "origin" : false,
  ...(panel.series[index]?.dashed ? { borderDash: [3, 2], borderWidth: 1.5 } : {}),
  ...lineColors(panel, index),
});

function lineColors(panel: PanelLook, index: number): { borderColor: string; backgroundColor: string; pointBackgroundColor: string } {
  const look = panel.series[index];
  const color = colorOf(look?.color ?? "--s-out");
  return { borderColor: color, pointBackgroundColor: color, backgroundColor: look?.fill ? colorOf(look.fill) : color };
}

/** Failed batches: a red diamond each, near the top of the batches' chart. */
const errors = (): ChartDataset<"line", Place[]> => ({ data: [], showLine: false, pointStyle: "rectRot", pointRadius: 4.5, ...errorColors() });

const errorColors = (): { borderColor: string; backgroundColor: string } => ({ borderColor: colorOf("--surface"), backgroundColor: colorOf("--bad") });

/** A point between two gaps has no line to be seen by. */
function isLone(places: readonly unknown[], index: number): boolean {
  const empty = (i: number) => (places[i] as Place | undefined)?.y == null;
  return empty(index - 1) && empty(index + 1);
}
