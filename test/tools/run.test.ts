import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { defineTool, type Tool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { UnavailableError } from "#src/lib/errors.js";
import { computeResult, runTool } from "#src/tools/run.js";

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

  it("runTool gives a tool with resources the context of its caller", () => {
    const forClient = (name: string) => ({ ...context, tasks: name }) as unknown as ToolContext;
    const tool = {
      ...shout,
      resources: ["tasks"],
      run: (_: unknown, { tasks }: ToolContext) => ({ text: tasks }),
    };
    const options = { context: { ...context, forClient }, client: "192.0.2.1" };
    const reply = runTool(tool as unknown as Tool, { text: "a" }, options);
    assert.deepEqual(reply, { type: "text/plain", body: "default 192.0.2.1" });
  });

  it("computeResult counts a costly reply once for all formats, and rejects above its limit", async () => {
    const costlyReply = { name: "loud", perMinute: 1, description: "aloud", includes: () => true };
    const tool = { ...shout, costlyReply } as Tool;
    const counted: string[] = [];
    const countUse = async ({ name }: { name: string }) => {
      if (counted.push(name) > 1) throw new UnavailableError("Too many.", "rate-limited", 1);
    };
    const format = await computeResult(tool, { text: "a" }, { context, countUse });
    await format("json");
    await format("file");
    assert.deepEqual(counted, ["loud"]);
    const reply = async () => runTool(tool, { text: "a" }, { context, countUse });
    await assert.rejects(reply, { kind: "rate-limited" });
  });

  it("runTool reports broken rules of input and query together", () => {
    assert.throws(() => runTool(shout, { text: "abcdef" }, { context, query: { mark: "!!" } }), {
      name: "ValidationError",
      message: "text must have at most 5 characters; mark must have at most 1 characters",
    });
  });
});
