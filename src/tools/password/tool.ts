import { defineTool } from "../define.ts";
import { listChosenClasses } from "./characters.ts";
import { checkPinLength, generatePasswords } from "./password.ts";
import { PasswordInput, PasswordOutput } from "./schema.ts";

export default defineTool({
  name: "password",
  title: "Password",
  summary: "Random passwords, passphrases, PINs and tokens from the system's secure generator.",
  group: "security",
  keywords: ["entropy", "generate", "random", "secret", "diceware", "pin", "token", "uuid"],
  kit: "password",
  path: "/api/v1/password",
  input: PasswordInput,
  output: PasswordOutput,
  example: { length: 20, count: 3, includeEntropy: true },
  rules: [
    {
      members: ["type", "uppercase", "lowercase", "numbers", "symbols"],
      check: (input) => void (input.type === "characters" && listChosenClasses(input)),
    },
    { members: ["type", "length"], check: checkPinLength },
  ],
  isRandom: true,
  run: generatePasswords,
});
