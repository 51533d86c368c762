/** Shows that a command is on its way, and keeps it from being sent twice. */
export function mountForms(): () => void {
  const sent = (event: SubmitEvent) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement) || button.dataset["busy"] === undefined) return;
    if (button.ariaBusy === "true") {
      event.preventDefault();
      return;
    }
    button.ariaBusy = "true";
    button.textContent = button.dataset["busy"];
  };
  document.addEventListener("submit", sent);
  return () => document.removeEventListener("submit", sent);
}
