/** The present value of one of the style sheet's colours, light or dark. */
export function colorOf(property: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${property})`;
  probe.hidden = true;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}
