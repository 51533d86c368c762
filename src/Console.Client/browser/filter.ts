/** Whether every word of the filter is in the text, which is in lower case. Fleet/FleetFilter.cs does the same on the server. */
export const matches = (text: string, filter: string): boolean =>
  filter.toLowerCase().split(/\s+/).filter(word => word !== "").every(word => text.includes(word));

/** Hides the rows that do not match, and tells how many do. */
export function applyFilter(root: ParentNode, filter: string): void {
  const all = [...root.querySelectorAll<HTMLElement>("[data-search]")];
  if (all.length === 0) return;
  let shown = 0;
  for (const row of all) {
    row.hidden = !matches(row.dataset["search"] ?? "", filter);
    if (!row.hidden) shown++;
  }
  const count = root.querySelector("[data-count]");
  if (count) count.textContent = shown === all.length ? `${shown}` : `${shown} of ${all.length}`;
  const none = root.querySelector<HTMLElement>("[data-none]");
  if (none) none.hidden = shown > 0;
}

/** Filters the fleet while one types, and keeps the filter in the address. On other pages the form does its plain work. */
export function mountFilter(input: HTMLInputElement): { current(): string; unmount(): void } {
  const fleet = document.querySelector('[data-fragment="fleet"]');
  const typed = () => {
    if (!fleet) return;
    applyFilter(fleet, input.value);
    const address = new URL(location.href);
    if (input.value.trim() === "") address.searchParams.delete("q");
    else address.searchParams.set("q", input.value.trim());
    history.replaceState(null, "", address);
  };
  const submitted = (event: Event) => {
    if (!fleet) return;
    event.preventDefault();
    fleet.querySelector<HTMLElement>("[data-search]:not([hidden]) .name a")?.focus();
  };
  const all = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-none] a")) return;
    event.preventDefault();
    input.value = "";
    typed();
    input.focus();
  };
  input.addEventListener("input", typed);
  input.form?.addEventListener("submit", submitted);
  fleet?.addEventListener("click", all);
  return {
    current: () => input.value,
    unmount() {
      input.removeEventListener("input", typed);
      input.form?.removeEventListener("submit", submitted);
      fleet?.removeEventListener("click", all);
    },
  };
}
