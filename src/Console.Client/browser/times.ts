import { ago, moment } from "./format";
import { now } from "./clock";

/** Puts the moments below a node, which the server writes in UTC, into the browser's zone. */
export function localizeTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-time]")) localizeTime(time);
}

function localizeTime(time: HTMLTimeElement): void {
  const at = Date.parse(time.dateTime);
  if (Number.isNaN(at)) return;
  const text = time.dataset["time"] === "ago" ? ago(now() - at) : moment(at, now());
  if (time.textContent !== text) time.textContent = text;
}

/** Keeps all moments on the page right as time goes by, and says whose zone it is. */
export function mountTimes(): () => void {
  localizeTimes(document);
  const zone = document.querySelector("[data-zone]");
  if (zone) zone.textContent = `Times are of your zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}; point at one to see UTC.`;
  const timer = setInterval(() => {
    if (document.hidden) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-time="ago"]')) localizeTime(time);
  }, 1000);
  return () => clearInterval(timer);
}
