/** Puts this console's own address into command lines that pages teach. */
export function fillOrigin(root: ParentNode): void {
  for (const element of root.querySelectorAll("[data-origin]")) element.textContent = location.origin;
}
