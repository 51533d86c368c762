const home = document.title;

/** Keeps the tab's title true: how many absorbers need attention, or how the one that is shown is doing. */
export function updateTitle(): void {
  const state = document.querySelector<HTMLElement>(".head .pill[data-says]");
  const attention = document.querySelector<HTMLElement>("[data-attention]")?.dataset["attention"];
  const own = state ? `${state.dataset["says"] ?? ""} · Shock absorbers` : home;
  const title = attention ? `▲${attention} ${own}` : own;
  if (document.title !== title) document.title = title;
}
