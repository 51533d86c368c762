/** Lets a whole row open its absorber, as long as nothing in it was meant: a link, a button, or selected text. */
export function mountRows(fleet: HTMLElement): () => void {
  const open = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest("a, button") || String(getSelection()) !== "") return;
    const link = event.target.closest("tr")?.querySelector<HTMLAnchorElement>(".name a");
    if (link) event.ctrlKey || event.metaKey ? window.open(link.href) : link.click();
  };
  fleet.addEventListener("click", open);
  return () => fleet.removeEventListener("click", open);
}
