import { Idiomorph } from "idiomorph";
import { announce } from "./announce";
import { keepOrder, mountHold } from "./hold";
import { localizeTimes } from "./times";

/** What else must be done to new content before it is shown, such as filtering it. */
export type Prepare = (content: DocumentFragment, name: string) => void;

interface Slot {
  readonly element: HTMLElement;
  readonly hold: { held(): boolean; unmount(): void } | undefined;
  pushed: string | undefined;
}

/** Takes pushed fragments into the page without disturbing what the reader does there. */
export function mountFragments(prepare: Prepare, morphed: (name: string) => void): { names: string[]; push(name: string, html: string): void; unmount(): void } {
  const slots = new Map<string, Slot>();

  const show = (name: string, slot: Slot) => {
    const html = slot.pushed;
    if (html === undefined || document.hidden) return;
    const mode = slot.element.dataset["hold"];
    const held = slot.hold?.held() ?? false;
    if (held && mode === "all") {
      slot.element.dataset["held"] = "";
      return;
    }

    const template = document.createElement("template");
    template.innerHTML = html;
    const reordered = held && keepOrder(slot.element, template.content);
    slot.element.toggleAttribute("data-held", reordered);
    if (!reordered) slot.pushed = undefined;
    localizeTimes(template.content);
    prepare(template.content, name);
    tellChanges(slot.element, template.content);
    Idiomorph.morph(slot.element, [...template.content.childNodes], { morphStyle: "innerHTML", ignoreActiveValue: true });
    morphed(name);
  };

  for (const element of document.querySelectorAll<HTMLElement>("[data-fragment]")) {
    const name = element.dataset["fragment"] ?? "";
    const slot: Slot = {
      element,
      hold: element.dataset["hold"] === undefined ? undefined : mountHold(element, () => show(name, slot)),
      pushed: undefined,
    };
    slots.set(name, slot);
  }

  const seen = () => slots.forEach((slot, name) => show(name, slot));
  document.addEventListener("visibilitychange", seen);
  return {
    names: [...slots.keys()],
    push(name, html) {
      const slot = slots.get(name);
      if (!slot) return;
      slot.pushed = html;
      show(name, slot);
    },
    unmount() {
      document.removeEventListener("visibilitychange", seen);
      slots.forEach(slot => slot.hold?.unmount());
    },
  };
}

/** Announces the states that differ between what is shown and what comes. */
function tellChanges(present: ParentNode, incoming: ParentNode): void {
  const said = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>("[id][data-says]")].map(element => [element.id, element.dataset["says"] ?? ""] as const);
  const before = new Map(said(present));
  for (const [id, says] of said(incoming)) {
    if (before.has(id) && before.get(id) !== says) announce(says);
  }
}
