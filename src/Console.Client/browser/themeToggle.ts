const dark = matchMedia("(prefers-color-scheme: dark)");

/** Switches between light and dark; choosing what the system has anyway forgets the choice. */
export function mountThemeToggle(button: HTMLElement, changed: () => void): () => void {
  const root = document.documentElement;
  const toggle = () => {
    const system = dark.matches ? "dark" : "light";
    const next = (root.dataset["theme"] ?? system) === "dark" ? "light" : "dark";
    if (next === system) delete root.dataset["theme"];
    else root.dataset["theme"] = next;
    remember(next === system ? null : next);
    changed();
  };
  button.addEventListener("click", toggle);
  dark.addEventListener("change", changed);
  return () => {
    button.removeEventListener("click", toggle);
    dark.removeEventListener("change", changed);
  };
}

function remember(theme: string | null): void {
  try {
    if (theme === null) localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Storage is refused: the choice holds for this page.
  }
}
