import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { defineTool, type Tool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { runTool } from "#src/tools/run.js";

const shout = defineTool({
  name: "shout",
  title: "Shout",
  summary: "A text in capitals.",
  group: "calculators",
  path: "/api/v1/shout",
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
  it("defineTool fills in defaults", () => {
    const { methods, aliases, keywords, media, bodyLimitBytes, resources } = shout as Tool;
    assert.deepEqual(
      [methods, aliases, keywords, media, bodyLimitBytes, resources],
      [["POST"], [], [], ["application/json"], 262_144, []],
    );
  });
});

describe("runTool", () => {
  it("runTool replies without a promise when the tool is synchronous", () => {
    const reply = runTool(shout, { text: "a" }, { context, query: { mark: "!" }, format: "file" });
    assert.deepEqual(reply, { type: "text/plain", body: "file A!" });
  });

  it("runTool reports broken rules of input and query together", () => {
    assert.throws(() => runTool(shout, { text: "abcdef" }, { context, query: { mark: "!!" } }), {
      name: "ValidationError",
      message: "text must have at most 5 characters; mark must have at most 1 characters",
    });
  });
});
