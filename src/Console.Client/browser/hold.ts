/** Whether the reader is at something that must not move now: a pointer over its rows, or the focus in them. */
export function mountHold(element: HTMLElement, released: () => void): { held(): boolean; unmount(): void } {
  let over = false;
  const inside = (event: Event) => event.target instanceof Element && event.target.closest("tbody") !== null;
  const focused = () => element.querySelector("tbody :focus-visible") !== null;
  const check = (next: boolean) => {
    if (over === next) return;
    over = next;
    if (!over && !focused()) released();
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType === "mouse") check(inside(event));
  };
  const leave = () => check(false);
  const blur = () => setTimeout(() => {
    if (!over && !focused()) released();
  });
  element.addEventListener("pointerover", move);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("focusout", blur);
  return {
    held: () => over || focused(),
    unmount() {
      element.removeEventListener("pointerover", move);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focusout", blur);
    },
  };
}

/** New rows in the order of the present ones; rows that are new come last. Returns whether that differs from how they came. */
export function keepOrder(present: ParentNode, incoming: ParentNode): boolean {
  const body = incoming.querySelector("tbody");
  if (!body) return false;
  const place = new Map([...present.querySelectorAll("tbody > tr[id]")].map((row, i) => [row.id, i]));
  const came = [...body.children];
  const kept = came
    .map((row, i) => ({ row, place: place.get(row.id) ?? place.size + i }))
    .sort((a, b) => a.place - b.place)
    .map(x => x.row);
  const differs = kept.some((row, i) => row !== came[i]);
  if (differs) body.append(...kept);
  return differs;
}
