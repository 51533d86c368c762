import { placeOf, type Axis } from "./cursor";

interface Mark {
  readonly time: number;
  readonly label: string;
  readonly tone: string;
}

/** What happened, from the page's list of it: the charts mark the same moments. */
export function readMarks(root: ParentNode): Mark[] {
  return [...root.querySelectorAll<HTMLElement>("[data-mark]")]
    .map(item => ({ time: Date.parse(item.querySelector("time")?.dateTime ?? ""), label: item.dataset["mark"] ?? "", tone: item.className }))
    .filter(mark => !Number.isNaN(mark.time))
    .sort((a, b) => a.time - b.time);
}

/** Draws marks as dashed lines through all charts. A label that would cover another is left out: the list has it. */
export function mountMarks(section: HTMLElement): { draw(marks: readonly Mark[], axis: Axis): void; unmount(): void } {
  const elements: HTMLElement[] = [];
  return {
    draw(marks, axis) {
      const shown = marks.filter(mark => mark.time > axis.from && mark.time < axis.to);
      while (elements.length < shown.length) elements.push(create(section));
      let free = axis.left;
      elements.forEach((element, i) => {
        const mark = shown[i];
        element.hidden = mark === undefined;
        if (!mark) return;
        const place = Math.round(placeOf(axis, mark.time));
        const width = mark.label.length * 6.5 + 16;
        const flip = place + width > axis.right;
        const span = element.firstElementChild as HTMLElement;
        element.className = `event ${mark.tone}${flip ? " flip" : ""}`;
        element.style.transform = `translateX(${place}px)`;
        span.textContent = mark.label;
        span.hidden = (flip ? place - width : place) < free;
        if (!span.hidden) free = flip ? place : place + width;
      });
    },
    unmount: () => elements.forEach(element => element.remove()),
  };
}

function create(section: HTMLElement): HTMLElement {
  const element = document.createElement("div");
  element.ariaHidden = "true";
  element.append(document.createElement("span"));
  section.append(element);
  return element;
}
