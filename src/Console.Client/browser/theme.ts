// Runs before the first paint: the reader's choice of light or dark, and that there is script at all.
const root = document.documentElement;
root.dataset["script"] = "";
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") root.dataset["theme"] = chosen;
} catch {
  // Storage is refused: the system's choice holds.
}
