import { type Static, Type } from "typebox";
import { STRENGTHS } from "../../domain/password/strength.ts";
import { enumOf, type InputHints, optionalWithDefault, singleLine } from "../../lib/schema.ts";

const PASSWORD_TYPES = ["characters", "passphrase", "pin", "hex", "base64url", "uuid"] as const;

/** Shows a field only for some types. */
function showForTypes(...types: (typeof PASSWORD_TYPES)[number][]): InputHints {
  return { "x-visible-when": { type: types } };
}

const flag = (value: boolean, description: string, hints: InputHints = {}) =>
  optionalWithDefault(Type.Boolean({ ...hints, description }), value);

const CHARACTERS = showForTypes("characters");
const PASSPHRASE = showForTypes("passphrase");

/** Number, length and characters or words of the passwords. */
export const PasswordInput = Type.Object({
  type: optionalWithDefault(
    enumOf(PASSWORD_TYPES, {
      description:
        "What it consists of: characters of chosen kinds, words, digits, hex or base64url characters, or a random UUID.",
    }),
    "characters",
  ),
  length: Type.Optional(
    Type.Integer({
      minimum: 4,
      maximum: 128,
      ...showForTypes("characters", "pin", "hex", "base64url"),
      description:
        "How many characters each password has. Defaults to 16; pin 6 (at most 32), hex and base64url 32.",
    }),
  ),
  count: optionalWithDefault(
    Type.Integer({ minimum: 1, maximum: 50, description: "How many passwords to make." }),
    1,
  ),
  uppercase: flag(true, "Uses A to Z.", CHARACTERS),
  lowercase: flag(true, "Uses a to z.", CHARACTERS),
  numbers: flag(true, "Uses 0 to 9.", CHARACTERS),
  symbols: flag(true, "Uses !@#$%^&*()-_=+[]{}|;:,.<>?", CHARACTERS),
  excludeAmbiguous: flag(false, "Leaves out what is easily misread: I O l o 0 1 |", CHARACTERS),
  requireEach: flag(
    true,
    "Puts at least one character of each chosen kind into every password.",
    CHARACTERS,
  ),
  words: optionalWithDefault(
    Type.Integer({
      minimum: 3,
      maximum: 20,
      ...PASSPHRASE,
      description:
        "How many words a passphrase has; each adds 12.9 bits, 10.3 from the short list.",
    }),
    6,
  ),
  separator: optionalWithDefault(
    singleLine(0, 10, {
      ...PASSPHRASE,
      "x-forbid": "controls",
      description: "Text between the words of a passphrase; may be empty.",
    }),
    "-",
  ),
  capitalize: flag(false, "Begins each word of a passphrase with a capital letter.", PASSPHRASE),
  addNumber: flag(false, "Appends a digit to a passphrase.", PASSPHRASE),
  wordlist: optionalWithDefault(
    enumOf(["eff-large", "eff-short"], {
      ...PASSPHRASE,
      title: "Word list",
      "x-titles": {
        "eff-large": "Long: 7776 words",
        "eff-short": "Short: 1296 words of at most 5 letters",
      },
      description:
        "EFF's list of English words to draw from: 7776 words, or 1296 of at most 5 letters.",
    }),
    "eff-large",
  ),
  includeEntropy: flag(false, "Adds how hard such a password is to guess."),
});

/** The passwords, and with `includeEntropy` their entropy. */
export const PasswordOutput = Type.Object({
  passwords: Type.Array(Type.String()),
  count: Type.Integer(),
  length: Type.Integer({ description: "Characters of a password; of passphrases, the longest's." }),
  entropy: Type.Optional(
    Type.Object({
      bits: Type.Number({
        description:
          "log2 of the number of passwords that these settings can produce, to two decimals.",
      }),
      poolSize: Type.Integer({
        description: "How many characters, or words, each part is drawn from.",
      }),
      strength: Type.Enum(STRENGTHS),
    }),
  ),
});

export type PasswordResponse = Static<typeof PasswordOutput>;
