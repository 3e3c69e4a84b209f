import { Type } from "typebox";
import { singleLine, undisplayed } from "../../lib/schema.ts";

/** A text that has to have something in it. */
export const FILLED = { pattern: "\\S", "x-message": "must not be blank" };

/** A document cannot print control characters, and XML cannot carry them. */
export const NO_CONTROLS = { "x-forbid": "controls" } as const;

/** An optional line of text whose label needs no description. */
export function plainText(maxLength: number, description: string) {
  return Type.Optional(singleLine(0, maxLength, { ...NO_CONTROLS, ...undisplayed(description) }));
}

/** An optional line of text; a blank one counts as left out. */
export function shortText(maxLength: number, description: string) {
  return Type.Optional(singleLine(0, maxLength, { ...NO_CONTROLS, description }));
}
