import { Type } from "typebox";
import { optionalWithDefault } from "../../lib/schema.ts";

const flag = (value: boolean, description: string) =>
  optionalWithDefault(Type.Boolean({ description }), value);

/** How many passwords, of which length and characters. */
export const PasswordInput = Type.Object({
  length: optionalWithDefault(
    Type.Integer({
      minimum: 4,
      maximum: 128,
      description: "How many characters each password has.",
    }),
    16,
  ),
  count: optionalWithDefault(
    Type.Integer({ minimum: 1, maximum: 50, description: "How many passwords to make." }),
    1,
  ),
  uppercase: flag(true, "Uses A to Z."),
  lowercase: flag(true, "Uses a to z."),
  numbers: flag(true, "Uses 0 to 9."),
  symbols: flag(true, "Uses !@#$%^&*()-_=+[]{}|;:,.<>?"),
  excludeAmbiguous: flag(false, "Leaves out what is easily misread: I O l o 0 1 |"),
  requireEach: flag(true, "Puts at least one character of each chosen kind into every password."),
  includeEntropy: flag(false, "Adds how hard such a password is to guess."),
});

const STRENGTHS = ["very weak", "weak", "fair", "strong", "very strong"] as const;

/** The passwords; with `includeEntropy` also their entropy. */
export const PasswordOutput = Type.Object({
  passwords: Type.Array(Type.String()),
  count: Type.Integer(),
  length: Type.Integer(),
  entropy: Type.Optional(
    Type.Object({
      bits: Type.Number({
        description: "log2 of the number of passwords these settings can give, to two decimals.",
      }),
      poolSize: Type.Integer({ description: "How many characters each is drawn from." }),
      strength: Type.Enum(STRENGTHS),
    }),
  ),
});
