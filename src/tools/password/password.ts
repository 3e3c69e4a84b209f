import type { Static } from "typebox";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../define.ts";
import { entropyOf } from "./entropy.ts";
import type { PasswordInput, PasswordOutput } from "./schema.ts";

type Settings = Input<typeof PasswordInput>;

const CLASSES = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!@#$%^&*()-_=+[]{}|;:,.<>?",
} as const;

const AMBIGUOUS = /[IOlo01|]/g;

/** Generates passwords of unbiased characters. Throws ValidationError when no class is chosen. */
export function password(
  settings: Settings,
  context: Pick<ToolContext, "randomInt">,
): Static<typeof PasswordOutput> {
  const { length, count, requireEach } = settings;
  const classes = chosenClasses(settings);
  if (classes.length === 0) {
    throw ValidationError.at(["uppercase"], "or lowercase or numbers or symbols must be true");
  }
  const draw = createGenerator(classes, settings, context);
  const passwords = Array.from({ length: count }, draw);
  if (!settings.includeEntropy) return { passwords, count, length };
  const sizes = classes.map((characters) => characters.length);
  return { passwords, count, length, entropy: entropyOf(sizes, length, requireEach) };
}

function chosenClasses(settings: Settings): string[] {
  const names = ["uppercase", "lowercase", "numbers", "symbols"] as const;
  return names
    .filter((name) => settings[name])
    .map((name) => CLASSES[name])
    .map((characters) =>
      settings.excludeAmbiguous ? characters.replace(AMBIGUOUS, "") : characters,
    );
}

/**
 * Returns a generator of passwords. With `requireEach` it draws the whole password again until every class occurs, so
 * that all such passwords are equally likely. Placing one of each and shuffling would favor passwords with few characters
 * of a small class. At least 6.4% of the draws succeed (length 4, all four classes), so few are needed.
 */
function createGenerator(
  classes: string[],
  settings: Settings,
  { randomInt }: Pick<ToolContext, "randomInt">,
) {
  const pool = classes.join("");
  const bits = classes.flatMap((characters, index) => Array(characters.length).fill(1 << index));
  const wanted = settings.requireEach ? (1 << classes.length) - 1 : 0;
  return () => {
    for (;;) {
      let text = "";
      let seen = 0;
      for (let drawn = 0; drawn < settings.length; drawn++) {
        const index = randomInt(pool.length);
        text += pool.charAt(index);
        seen |= bits[index];
      }
      if ((seen & wanted) === wanted) return text;
    }
  };
}
