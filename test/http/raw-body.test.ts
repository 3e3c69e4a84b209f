import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { createToolRoutes } from "#src/tools/http.js";
import { defineTool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { type App, startApp } from "./support/app.ts";

const echo = defineTool({
  name: "echo",
  title: "Echo",
  summary: "The input.",
  group: "documents",
  path: "/api/v1/echo",
  bodyLimitBytes: 1000,
  rawBody: { mediaTypes: ["text/markdown", "image/*"], member: "content" },
  input: Type.Object({ content: Type.String(), size: Type.Optional(Type.Integer()) }),
  output: Type.Object({ content: Type.String(), size: Type.Optional(Type.Integer()) }),
  example: { content: "a" },
  run: (input) => input,
});

describe("a tool with raw bodies", () => {
  let app: App;
  before(async () => (app = await startApp({ routes: createToolRoutes(echo, {} as ToolContext) })));
  after(() => app.close());

  const post = (type: string, body: string | Buffer, query = "") =>
    app.send({ method: "POST", url: echo.path + query, headers: { "content-type": type }, body });

  it("a raw body is read as text or, for other types, as base64, with the other members in the query", async () => {
    const text = await post("text/markdown; charset=utf-8", "# é", "?size=7");
    assert.deepEqual([text.status, text.json()], [200, { content: "# é", size: 7 }]);
    const picture = await post("IMAGE/png", Buffer.from([0, 255]));
    assert.deepEqual([picture.status, picture.json()], [200, { content: "AP8=" }]);
    const json = await post("application/json", '{"content":"b"}');
    assert.deepEqual(json.json(), { content: "b" });
  });

  it("a raw body is rejected for another type, broken members of the query and text that is not UTF-8", async () => {
    const other = await post("text/plain", "a");
    assert.deepEqual(
      [other.status, other.json()],
      [
        415,
        {
          error: "Send the body with Content-Type: application/json or text/markdown or image/*.",
        },
      ],
    );
    const broken = await post("image/gif", "a", "?size=x");
    assert.deepEqual(
      [broken.status, broken.json()],
      [422, { error: "size must be a whole number" }],
    );
    assert.equal((await post("text/markdown", Buffer.from([255]))).status, 400);
    assert.equal((await post("image/gif", Buffer.alloc(1001))).status, 413);
  });
});
