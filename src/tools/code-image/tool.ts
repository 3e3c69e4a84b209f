import { ValidationError } from "../../lib/errors.ts";
import { defineTool } from "../define.ts";
import {
  checkHasLanguage,
  chooseLanguage,
  parseLineRanges,
  readThemeFile,
  toCodeImageOptions,
} from "./input.ts";
import type { RenderResult } from "./renderer.ts";
import { CodeImageInput, CodeImageOutput } from "./schema.ts";

type DrawnCodeImage = Extract<RenderResult, { kind: "drawn" }> & {
  suggestion?: string | undefined;
};

export default defineTool({
  name: "code-image",
  title: "Code image",
  kit: "code-image",
  summary: "Turn code into a shareable, syntax-highlighted image.",
  group: "images",
  keywords: ["carbon", "highlight", "png", "screenshot", "snippet", "svg", "syntax"],
  path: "/api/v1/code-image",
  methods: ["POST", "GET"],
  perMinute: 30,
  input: CodeImageInput,
  output: CodeImageOutput,
  example: {
    code: 'const greet = (name: string) => `Hello, ${name}!`;\nconsole.log(greet("Ada"));\n',
    language: "typescript",
    theme: "Dracula",
  },
  briefExample: { code: "let a = 1;", language: "ts" },
  media: ["image/png", "image/svg+xml"],
  headers: {
    "X-Code-Language":
      "Language used for highlighting; `plaintext; reason=timeout` when highlighting took too long.",
    "X-Code-Language-Suggestion": "Known language that an unknown `language` is closest to.",
    "X-Image-Scale": "Device pixels per CSS pixel: lower than requested for very high images.",
  },
  warnings: {
    "X-Code-Language: plaintext": "Not highlighted: the language is plain text or unknown.",
    "X-Code-Language-Suggestion: *": "Did you mean {value}?",
    "X-Code-Language: plaintext; reason=timeout":
      "Not highlighted, because highlighting took too long. Try again, or shorten long lines.",
    "X-Code-Language: plaintext; reason=failure":
      "Not highlighted, because the language's grammar failed on this text.",
  },
  resources: ["renderer"],
  rules: [
    { members: ["language", "filename"], check: checkHasLanguage },
    {
      members: ["highlightLines"],
      check: ({ highlightLines = "" }) => void parseLineRanges(highlightLines),
    },
    {
      members: ["themeFile"],
      check: ({ themeFile }) => void (themeFile !== undefined && readThemeFile(themeFile)),
    },
  ],
  async run(input, { renderer }): Promise<DrawnCodeImage> {
    const { language, suggestion } = chooseLanguage(input);
    const drawing = await renderer.draw(toCodeImageOptions(input, language));
    if (drawing.kind === "drawn") return { ...drawing, suggestion };
    const { linesThatFit, scale } = drawing;
    const limits = input.canvas
      ? `on a canvas of ${input.canvas}, where the font has at least 12 pixels`
      : `at this width, font size and scale ${scale}`;
    const rule = `must have at most ${linesThatFit} lines ${limits}`;
    throw ValidationError.at(["code"], rule, "too-large");
  },
  reply(drawn, { format }) {
    const { type, image, width, height, scale, reason, suggestion } = drawn;
    const language = reason ? `${drawn.language}; reason=${reason}` : drawn.language;
    const headers = {
      "X-Code-Language": language,
      ...(suggestion !== undefined && { "X-Code-Language-Suggestion": suggestion }),
      "X-Image-Scale": String(scale),
    };
    // Forbids caching, because a later request may be highlighted in time.
    const caching = reason && { cacheControl: "no-store" };
    if (format !== "json") return { type, body: image, headers, ...caching };
    const dataUrl = `data:${type};base64,${Buffer.from(image).toString("base64")}`;
    const body = { dataUrl, width, height, scale, language, suggestion };
    return { type: "application/json", body, headers, ...caching };
  },
});
