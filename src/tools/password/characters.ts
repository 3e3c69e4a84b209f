import { ValidationError } from "../../lib/errors.ts";
import type { ToolContext } from "../tool-context.ts";

interface CharacterSettings {
  uppercase: boolean;
  lowercase: boolean;
  numbers: boolean;
  symbols: boolean;
  excludeAmbiguous: boolean;
  requireEach: boolean;
}

const CLASSES = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!@#$%^&*()-_=+[]{}|;:,.<>?",
} as const;

const AMBIGUOUS = /[IOlo01|]/g;

/** Returns the characters of each chosen class. Throws ValidationError when no class is chosen. */
export function listChosenClasses(settings: CharacterSettings): string[] {
  const names = ["uppercase", "lowercase", "numbers", "symbols"] as const;
  const classes = names
    .filter((name) => settings[name])
    .map((name) => CLASSES[name])
    .map((characters) =>
      settings.excludeAmbiguous ? characters.replace(AMBIGUOUS, "") : characters,
    );
  if (classes.length > 0) return classes;
  throw ValidationError.at(["uppercase"], "or lowercase or numbers or symbols must be true");
}

/**
 * Returns a generator of passwords. With `requireEach` it draws the whole password again until
 * every class occurs, so that all such passwords are equally likely. Placing one of each and
 * shuffling would favor passwords with few characters of a small class. At least 6.4% of the draws
 * succeed (length 4, all four classes), so few are needed.
 */
export function createGenerator(
  classes: readonly string[],
  { length, requireEach }: { length: number; requireEach: boolean },
  { randomInt }: Pick<ToolContext, "randomInt">,
): () => string {
  const pool = classes.join("");
  const bits = classes.flatMap((characters, index) => Array(characters.length).fill(1 << index));
  const wanted = requireEach ? (1 << classes.length) - 1 : 0;
  return () => {
    for (;;) {
      let text = "";
      let seen = 0;
      for (let drawn = 0; drawn < length; drawn++) {
        const index = randomInt(pool.length);
        text += pool.charAt(index);
        seen |= bits[index];
      }
      if ((seen & wanted) === wanted) return text;
    }
  };
}
