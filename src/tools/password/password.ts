import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../tool-context.ts";
import { listChosenClasses, createGenerator } from "./characters.ts";
import { computeEntropy, toEntropy } from "./entropy.ts";
import { countPassphrases, drawPassphrase, listWords } from "./passphrase.ts";
import type { PasswordInput, PasswordResponse } from "./schema.ts";
import { ALPHABETS, drawToken, drawUuid, UUID_BITS } from "./token.ts";

type PasswordSettings = Input<typeof PasswordInput>;
type PasswordContext = Pick<ToolContext, "randomInt">;

/** Draws one password after another, and measures them. */
interface Generator {
  draw(): string;
  entropy(): NonNullable<PasswordResponse["entropy"]>;
}

/** Length in characters where the request has none. */
const DEFAULT_LENGTHS = { characters: 16, pin: 6, hex: 32, base64url: 32 } as const;

const MAX_PIN_LENGTH = 32;

/**
 * Generates passwords of unbiased characters or words. Throws ValidationError when no class of
 * characters is chosen and for a PIN of more than 32 digits.
 */
export function generatePasswords(
  settings: PasswordSettings,
  context: PasswordContext,
): PasswordResponse {
  const { count } = settings;
  const { draw, entropy } = createTypeGenerator(settings, context);
  const passwords = Array.from({ length: count }, draw);
  const length = Math.max(...passwords.map((text) => [...text].length));
  if (!settings.includeEntropy) return { passwords, count, length };
  return { passwords, count, length, entropy: entropy() };
}

function createTypeGenerator(settings: PasswordSettings, context: PasswordContext): Generator {
  const { type } = settings;
  switch (type) {
    case "characters":
      return createCharacterGenerator(settings, context);
    case "passphrase":
      return {
        draw: () => drawPassphrase(settings, context),
        entropy: () => toEntropy(countPassphrases(settings), listWords(settings.wordlist).length),
      };
    case "uuid":
      return {
        draw: () => drawUuid(context),
        entropy: () => toEntropy(2n ** BigInt(UUID_BITS), ALPHABETS.hex.length),
      };
    default:
      return createTokenGenerator(type, settings, context);
  }
}

function createCharacterGenerator(settings: PasswordSettings, context: PasswordContext): Generator {
  const { length = DEFAULT_LENGTHS.characters, requireEach } = settings;
  const classes = listChosenClasses(settings);
  const sizes = classes.map((characters) => characters.length);
  return {
    draw: createGenerator(classes, { length, requireEach }, context),
    entropy: () => computeEntropy(sizes, length, requireEach),
  };
}

function createTokenGenerator(
  type: "pin" | "hex" | "base64url",
  settings: PasswordSettings,
  context: PasswordContext,
): Generator {
  const alphabet = ALPHABETS[type];
  const { length = DEFAULT_LENGTHS[type] } = settings;
  checkPinLength({ type, length });
  return {
    draw: () => drawToken(alphabet, length, context),
    entropy: () => toEntropy(BigInt(alphabet.length) ** BigInt(length), alphabet.length),
  };
}

/** Throws ValidationError for a PIN of more than 32 digits. */
export function checkPinLength({
  type,
  length = 0,
}: Pick<PasswordSettings, "type" | "length">): void {
  if (type !== "pin" || length <= MAX_PIN_LENGTH) return;
  throw ValidationError.at(["length"], `must be at most ${MAX_PIN_LENGTH} for a pin`);
}
