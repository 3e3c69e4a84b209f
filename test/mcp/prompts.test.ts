import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { connectTo } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { connectStdio } from "../support/stdio.ts";

let server: RunningServer;
before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
after(() => server.stop());

for (const transport of ["http", "stdio"] as const) {
  for (const mode of ["auto", "legacy"] as const) {
    describe(`prompts and completion over ${transport} (${mode})`, { timeout: 300_000 }, () => {
      let client: Awaited<ReturnType<typeof connectStdio>>["client"];
      before(async () => {
        const connected =
          transport === "stdio"
            ? await connectStdio(mode)
            : await connectTo(server.url, mode, "198.51.100.1");
        client = connected.client;
      });
      after(() => client.close());

      const complete = async (prompt: string, argument: string, value: string) => {
        const ref = { type: "ref/prompt" as const, name: prompt };
        const { completion } = await client.complete({ ref, argument: { name: argument, value } });
        return completion;
      };

      const completeUri = async (uri: string, value: string) => {
        const ref = { type: "ref/resource" as const, uri };
        const { completion } = await client.complete({ ref, argument: { name: "name", value } });
        return completion.values;
      };

      it("four prompts are listed with their arguments", async () => {
        const { prompts } = await client.listPrompts();
        const list = prompts.map(({ name, arguments: declared = [] }) => [
          name,
          declared.map((argument) => argument.name + (argument.required ? "!" : "")).join(" "),
        ]);
        assert.deepEqual(list, [
          ["invoice", "items! client! currency format"],
          ["test-webhook", "scheme! target"],
          ["code-image", "code! language theme"],
          ["page-weight", "url!"],
        ]);
      });

      it("a prompt is one message that names its tools and has the arguments", async () => {
        const code = 'print("a")\n```\nend';
        for (const [name, sent, tools] of [
          ["invoice", { items: "2 days at 700", client: "Acme", currency: "GBP" }, ["invoice"]],
          ["test-webhook", { scheme: "stripe" }, ["inbox_create", "inbox_wait", "inbox_verify"]],
          ["code-image", { code, theme: "" }, ["code-image"]],
          ["page-weight", { url: "https://example.com/" }, ["carbon-footprint"]],
        ] as const) {
          const { messages } = await client.getPrompt({ name, arguments: { ...sent } });
          const [message] = messages;
          assert.ok(message && messages.length === 1 && message.role === "user");
          const { text } = message.content as { text: string };
          for (const tool of tools) assert.ok(text.includes(`\`${tool}\``), tool);
          for (const value of Object.values(sent)) assert.ok(text.includes(value), value);
        }
      });

      it("a missing, empty or long argument is named, and so is an unknown prompt", async () => {
        for (const [name, sent, message] of [
          ["invoice", { items: "x" }, /client is required/],
          ["page-weight", {}, /url is required/],
          ["page-weight", { url: " " }, /url is required/],
          ["code-image", { code: "x".repeat(5001) }, /code must have at most 5000 characters/],
          ["none", {}, /there is no prompt none/],
        ] as const) {
          const answer = client.getPrompt({ name, arguments: { ...sent } });
          await assert.rejects(answer, { code: -32602, message });
        }
        const { messages } = await client.getPrompt({
          name: "code-image",
          arguments: { code: "\u{1f600}".repeat(5000) },
        });
        assert.equal(messages.length, 1);
      });

      it("arguments are completed by beginning, alias, then any part", async () => {
        const language = await complete("code-image", "language", "TS");
        assert.equal(language.values[0], "typescript");
        assert.ok(language.values.includes("tsx"));
        const script = await complete("code-image", "language", "script");
        assert.ok(script.values.includes("javascript"));
        const all = await complete("code-image", "language", "");
        assert.deepEqual([all.values.length, all.hasMore], [100, true]);
        assert.ok((all.total ?? 0) > 200);
        assert.deepEqual((await complete("code-image", "theme", "nord")).values, [
          "Nord",
          "Nord Light",
        ]);
        assert.deepEqual((await complete("invoice", "currency", "gb")).values, ["GBP"]);
        assert.ok((await complete("invoice", "format", "p")).values.includes("pdf"));
        assert.equal((await complete("test-webhook", "scheme", "svix")).values[0], "standard");
        assert.deepEqual(await complete("invoice", "items", "x"), {
          values: [],
          total: 0,
          hasMore: false,
        });
        await assert.rejects(complete("invoice", "none", "x"), { code: -32602 });
        await assert.rejects(complete("none", "items", "x"), { code: -32602 });
      });

      it("the names of guides, tools and choices are completed", async () => {
        assert.deepEqual(await completeUri("sundry://guides/{name}", "mc"), ["mcp"]);
        assert.deepEqual(await completeUri("sundry://tools/{name}", "barc"), [
          "barcode",
          "barcode-read",
        ]);
        assert.deepEqual(await completeUri("sundry://choices/{name}", "lang"), ["language"]);
        await assert.rejects(completeUri("sundry://none/{name}", ""), { code: -32602 });
      });
    });
  }
}
