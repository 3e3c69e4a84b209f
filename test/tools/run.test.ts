import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { defineTool, type Tool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { runTool, toRawInput } from "#src/tools/run.js";

const shout = defineTool({
  name: "shout",
  title: "Shout",
  summary: "A text in capitals.",
  group: "calculators",
  path: "/api/v1/shout",
  rawBody: { mediaTypes: ["text/plain", "image/*"], member: "text" },
  input: Type.Object({ text: Type.String({ maxLength: 5 }) }),
  output: Type.Object({ text: Type.String() }),
  query: Type.Object({ mark: Type.Optional(Type.String({ maxLength: 1 })) }),
  example: { text: "a" },
  run: ({ text }) => ({ text: text.toUpperCase() }),
  reply: ({ text }, { format, query }) => ({
    type: "text/plain",
    body: `${format} ${text}${query.mark ?? ""}`,
  }),
});
const context = {} as ToolContext;

describe("defineTool", () => {
  it("fills in defaults", () => {
    const { methods, aliases, keywords, media, bodyLimitBytes, resources } = shout as Tool;
    assert.deepEqual(
      [methods, aliases, keywords, media, bodyLimitBytes, resources],
      [["POST"], [], [], ["application/json"], 262_144, []],
    );
  });
});

describe("runTool", () => {
  it("replies without a promise when the tool is synchronous", () => {
    const reply = runTool(shout, { text: "a" }, { context, query: { mark: "!" }, format: "file" });
    assert.deepEqual(reply, { type: "text/plain", body: "file A!" });
  });

  it("reports broken rules of input and query together", () => {
    assert.throws(() => runTool(shout, { text: "abcdef" }, { context, query: { mark: "!!" } }), {
      name: "ValidationError",
      message: "text must have at most 5 characters; mark must have at most 1 characters",
    });
  });
});

describe("toRawInput", () => {
  const bytes = Buffer.from("hé");

  it("puts text into the member as it is and other bytes as base64", () => {
    const members = { size: 2 };
    const text = toRawInput(shout, { mediaType: "text/plain", bytes, members });
    assert.deepEqual(text, { size: 2, text: "hé" });
    const image = toRawInput(shout, { mediaType: "image/gif", bytes, members });
    assert.deepEqual(image, { size: 2, text: bytes.toString("base64") });
  });

  it("returns undefined for media types that the tool does not accept", () => {
    assert.equal(toRawInput(shout, { mediaType: "text/html", bytes, members: {} }), undefined);
    const { rawBody: _none, ...plain } = shout as Tool;
    assert.equal(toRawInput(plain, { mediaType: "text/plain", bytes, members: {} }), undefined);
  });
});
