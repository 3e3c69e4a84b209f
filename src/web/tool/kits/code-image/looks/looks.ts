import type { Values } from "../../../../form/values.ts";
import { LOOKS_KEY } from "./looks-key.ts";
import { readStoredList, writeStored } from "../../../../shell/storage.ts";

/** A named appearance of pictures, kept on the device. */
export interface Look {
  name: string;
  values: Values;
}

/** The values that a look has: everything but the code and what is about its lines. */
const MEMBERS = [
  "theme",
  "themeFile",
  "background",
  "showLineNumbers",
  "showWindowChrome",
  "fontSize",
  "padding",
  "canvas",
  "scale",
  "format",
  "title",
];

const MAX_LOOKS = 30;
export const MAX_LOOK_NAME = 60;

/** Returns the look of a form, under a name. */
export function createLook(name: string, values: Values): Look {
  const members = MEMBERS.map((member) => [member, values[member] ?? ""]);
  return {
    name: name.trim().slice(0, MAX_LOOK_NAME),
    values: Object.fromEntries(members) as Values,
  };
}

/** Returns the form in a look; what the look does not have stays. */
export function applyLook(values: Values, look: Look): Values {
  const members = MEMBERS.map((member) => [member, look.values[member] ?? ""]);
  return { ...values, ...(Object.fromEntries(members) as Values) };
}

/** Returns the name of the stored look that a form has; undefined for none. */
export function findLook(looks: readonly Look[], values: Values): Look | undefined {
  return looks.find((look) =>
    MEMBERS.every((member) => (look.values[member] ?? "") === (values[member] ?? "")),
  );
}

export function readLooks(): Look[] {
  return readStoredList(LOOKS_KEY, isLook).slice(0, MAX_LOOKS);
}

/** Stores the looks. Returns false when the device has no room for them, or allows no storage. */
export function writeLooks(looks: readonly Look[]): boolean {
  const text = JSON.stringify(looks.slice(0, MAX_LOOKS));
  writeStored(LOOKS_KEY, looks.length === 0 ? null : text);
  return JSON.stringify(readLooks()) === text;
}

function isLook(item: unknown): item is Look {
  const { name, values } = (item ?? {}) as Partial<Look>;
  const isForm = typeof values === "object" && values !== null;
  return (
    typeof name === "string" &&
    isForm &&
    Object.values(values).every((text) => typeof text === "string")
  );
}
