/** What the page can do for a key; each page offers what it has. */
export interface KeyActions {
  range?(index: number): void;
  pause?(): void;
  escape?(): void;
}

/** Single keys. They stay out of the way of typing, of dialogs and of the browser's own keys, and can be switched off. */
export function mountKeys(actions: KeyActions): () => void {
  const dialog = document.querySelector<HTMLDialogElement>("[data-help-dialog]");
  const filter = document.querySelector<HTMLInputElement>("#filter");
  const on = document.querySelector<HTMLInputElement>("[data-keys-on]");
  if (on) on.checked = stored() !== "off";

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog?.open) return;
    if (event.key === "Escape") {
      if (event.target === filter) filter?.blur();
      else actions.escape?.();
      return;
    }
    if (isTyping(event.target) || on?.checked === false) return;
    if (act(event.key)) event.preventDefault();
  };
  const act = (key: string): boolean => {
    switch (key) {
      case "/": filter?.focus(); filter?.select(); return true;
      case "?": dialog?.showModal(); return true;
      case "j": return step(1);
      case "k": return step(-1);
      case "p": actions.pause?.(); return actions.pause !== undefined;
      case "t": return toggleTable();
      case "1": case "2": case "3": case "4": actions.range?.(Number(key) - 1); return actions.range !== undefined;
      default: return false;
    }
  };
  const help = () => dialog?.showModal();
  const switched = () => store(on?.checked === false ? "off" : "on");
  const button = document.querySelector("[data-help]");

  document.addEventListener("keydown", pressed);
  button?.addEventListener("click", help);
  on?.addEventListener("change", switched);
  return () => {
    document.removeEventListener("keydown", pressed);
    button?.removeEventListener("click", help);
    on?.removeEventListener("change", switched);
  };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

function step(by: number): boolean {
  const links = [...document.querySelectorAll<HTMLElement>("tbody tr[id]:not([hidden]) .name a")];
  if (links.length === 0) return false;
  const here = links.findIndex(link => link.closest("tr")?.contains(document.activeElement));
  const there = here < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, here + by));
  links[there]?.focus();
  return true;
}

function toggleTable(): boolean {
  const table = document.querySelector<HTMLAnchorElement>("[data-table]");
  const other = table?.getAttribute("aria-current") ? table.previousElementSibling : table;
  if (!(other instanceof HTMLElement)) return false;
  other.click();
  return true;
}

function stored(): string | null {
  try {
    return localStorage.getItem("keys");
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem("keys", value);
  } catch {
    // Storage is refused: the choice holds for this page.
  }
}
