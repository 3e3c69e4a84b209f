import type { Field } from "../../../form/field.ts";
import type { Values } from "../../../form/values.ts";

/** The member that makes an event take whole days. */
export const ALL_DAY = "content.allDay";

const TIMES = ["start", "end"];

/** The time that an event gets when it no longer takes whole days. */
const MORNING = "T09:00";

/**
 * Returns the kind of an event's time: what the browser has a control for. Others, such as times
 * with an offset, are texts, because such a control would not show them.
 */
export function getTimeKind({ name, kind }: Field, values: Values): Field["kind"] {
  if (!TIMES.includes(name)) return kind;
  const text = values[`content.${name}`] ?? "";
  const isAllDay = values[ALL_DAY] === "true";
  if (/^\d{4}-\d\d-\d\d$/.test(text) || (text === "" && isAllDay)) return "date";
  const hasControl = text === "" || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text);
  return hasControl && !isAllDay ? "dateTime" : kind;
}

/** Returns values whose times fit an event that takes whole days, or no longer does. */
export function switchAllDay(values: Values): Values {
  const isAllDay = values[ALL_DAY] === "true";
  const times = TIMES.map((name) => {
    const path = `content.${name}`;
    const text = values[path] ?? "";
    const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
    return [path, day === "" ? text : isAllDay ? day + MORNING : day];
  });
  return { ...values, ...Object.fromEntries(times) };
}
