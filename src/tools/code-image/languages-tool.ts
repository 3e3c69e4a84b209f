import { Type } from "typebox";
import { defineTool } from "../define.ts";
import { LANGUAGES } from "./highlight/languages.ts";
import { LanguagesOutput } from "./schema.ts";

export default defineTool({
  name: "code-image-languages",
  title: "Code image languages",
  summary: "Lists every language that a code image can highlight, with its aliases.",
  group: "images",
  scope: "code-image",
  path: "/api/v1/code-image/languages",
  methods: ["GET"],
  input: Type.Object({}),
  output: LanguagesOutput,
  example: {},
  run: () => ({
    languages: LANGUAGES.map(({ name, aliases }) => ({ name, aliases: [...aliases] })),
  }),
});
