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

/** Draws passwords, every character unbiased. Throws ValidationError when no class is chosen. */
export function password(
  settings: Settings,
  world: Pick<ToolContext, "randomInt">,
): Static<typeof PasswordOutput> {
  const { length, count, requireEach } = settings;
  const classes = chosenClasses(settings);
  if (classes.length === 0) {
    throw ValidationError.at(["uppercase"], "or lowercase or numbers or symbols must be true");
  }
  const draw = drawing(classes, settings, world);
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
 * Makes the drawer of one password. "At least one of each class" is had by drawing the whole password
 * again until it is so: every password that conforms is then equally likely. To place one of each and
 * shuffle would favor passwords with few of a small class. The shortest password with all four
 * classes conforms in 6.4 % of the draws or more, so the wait is short.
 */
function drawing(classes: string[], settings: Settings, world: Pick<ToolContext, "randomInt">) {
  const pool = classes.join("");
  const bits = classes.flatMap((characters, index) => Array(characters.length).fill(1 << index));
  const wanted = settings.requireEach ? (1 << classes.length) - 1 : 0;
  return () => {
    for (;;) {
      let text = "";
      let seen = 0;
      for (let drawn = 0; drawn < settings.length; drawn++) {
        const index = world.randomInt(pool.length);
        text += pool.charAt(index);
        seen |= bits[index];
      }
      if ((seen & wanted) === wanted) return text;
    }
  };
}
