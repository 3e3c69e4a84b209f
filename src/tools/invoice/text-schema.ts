import { Type } from "typebox";
import { singleLine, describeForClients } from "../../lib/schema.ts";

/** Requires a text that is not blank. */
export const FILLED = { pattern: "\\S", "x-message": "must not be blank" };

/** Forbids control characters, because documents cannot print them and XML cannot contain them. */
export const NO_CONTROLS = { "x-forbid": "controls" } as const;

/** Returns the schema of an optional line of text whose label needs no description. */
export function plainText(maxLength: number, description: string) {
  return Type.Optional(
    singleLine(0, maxLength, { ...NO_CONTROLS, ...describeForClients(description) }),
  );
}

/** Returns the schema of an optional line of text; a blank one counts as absent. */
export function shortText(maxLength: number, description: string) {
  return Type.Optional(singleLine(0, maxLength, { ...NO_CONTROLS, description }));
}

/**
 * Returns the schema of an optional line of text that `isValid` accepts unless it is blank;
 * `message` names the rule.
 */
export function checkedText(
  [maxLength, description]: [maxLength: number, description: string],
  isValid: (text: string) => boolean,
  message: string,
) {
  return Type.Optional(
    singleLine(0, maxLength, { ...NO_CONTROLS, ...checkText(isValid, message), description }),
  );
}

/** Returns the rule of texts that are not blank. */
export function checkText(isValid: (text: string) => boolean, message: string) {
  return {
    "x-check": (text: string) => (text.trim() === "" || isValid(text) ? undefined : message),
  };
}
