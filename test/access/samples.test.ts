import assert from "node:assert/strict";
import { it } from "node:test";
import { convertSample } from "#src/web/docs/convert-sample.js";
import { formatCurl } from "#src/web/tool/samples/curl.js";
import { ADMIN_TOKEN, startKeyServer } from "./support/keys.ts";

const HEADER = "X-API-Key: $SUNDRY_API_KEY";

/** Returns the text of a page without its marks. */
async function readText(response: Response): Promise<string> {
  assert.equal(response.status, 200);
  return (await response.text()).replaceAll(/<[^>]+>/g, "").replaceAll("&#39;", "'");
}

it("samples of pages name the header of the key only where callers need one", async (test) => {
  for (const access of ["required", "open"]) {
    const server = await startKeyServer({ ACCESS: access });
    test.after(() => server.stop());
    for (const path of ["/tools/hash", "/docs", "/docs/reference/hash"]) {
      const text = await readText(await server.as(ADMIN_TOKEN, path));
      assert.equal(text.includes(HEADER), access === "required", `${access} ${path}`);
    }
    await server.stop();
  }
});

it("a sample keeps the header of the key in every language", () => {
  const request = { url: "https://a.example/x", accept: undefined, file: undefined };
  const convert = (sample: object, language: string, reads?: string) =>
    convertSample(formatCurl({ method: "POST", ...request, ...sample }), language, {
      command: undefined,
      reads,
    })
      .map(({ text }) => text)
      .join("");
  const post = { needsKey: true, input: { text: "a" } };
  assert.match(convert(post, "curl"), /-H "X-API-Key: \$SUNDRY_API_KEY" \\\n {2}-d /);
  assert.match(
    convert(post, "fetch"),
    /headers: \{ "Content-Type": "application\/json", "X-API-Key": process\.env\.SUNDRY_API_KEY \}/,
  );
  assert.match(convert(post, "python"), /headers=\{"X-API-Key": os\.environ\["SUNDRY_API_KEY"\]\}/);
  const get = { needsKey: true, method: "GET" };
  assert.match(
    convert(get, "fetch"),
    /, \{ headers: \{ "X-API-Key": process\.env\.SUNDRY_API_KEY \} \}\);/,
  );
  assert.doesNotMatch(convert(get, "fetch", "events"), /EventSource/);
  assert.match(convert({ method: "GET" }, "fetch", "events"), /EventSource/);
  assert.doesNotMatch(convert({ input: {} }, "python"), /API_KEY/);
});
