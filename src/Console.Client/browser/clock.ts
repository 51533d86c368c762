// The console's clock, as told by its pulses: ages and axes must not depend on how this machine's clock is set.
let offset = 0;

/** Unix milliseconds by the console's clock. */
export const now = (): number => Date.now() + offset;

/** Takes the console's clock from a pulse that came just now. */
export function setClock(consoleNow: number): void {
  offset = consoleNow - Date.now();
}
