import type { Gs1Element } from "../../gs1/message.ts";
import { ValidationError } from "../../../lib/errors.ts";

export interface SymbolContent {
  /** The encoded text with its check digit; AI syntax for GS1. */
  text: string;
  checkDigit: string | null;
  /** The text below the symbol; null for two-dimensional symbols. */
  humanReadable: string | null;
  elements: readonly Gs1Element[] | null;
}

/** Throws a ValidationError about the text. */
export function throwInvalid(message: string): never {
  throw ValidationError.at(["text"], message);
}

/** Returns a content whose printed text is the encoded one. */
export function createContent(text: string, checkDigit: string | null = null): SymbolContent {
  return { text, checkDigit, humanReadable: text, elements: null };
}

/** Rejects a text of more than `max` characters. */
export function checkMax(text: string, max: number, unit = "characters"): void {
  if (text.length > max) throwInvalid(`has ${text.length} ${unit}, at most ${max} are allowed`);
}
