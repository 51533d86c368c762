let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<string>();

/** Has a screen reader say something when it has time; what comes within a moment is said together. */
export function announce(text: string): void {
  waiting.add(text);
  timer ??= setTimeout(() => {
    const element = document.querySelector("[data-announce]");
    const said = [...waiting];
    if (element) element.textContent = said.length > 3 ? `${said.slice(0, 3).join(". ")}. And ${said.length - 3} more changes` : said.join(". ");
    waiting.clear();
    timer = undefined;
  }, 600);
}
