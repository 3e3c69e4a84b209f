import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { waitUntil } from "../support/eventually.ts";
import { connectTo, type Mode } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { hasRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";
import { connectStdio, StdioProcess } from "../support/stdio.ts";

type Transport = "http" | "stdio";

let server: RunningServer;
before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
after(() => server.stop());

let callers = 0;

/** Connects the official client over HTTP, or over stdio to a process that uses the server. */
async function connect(transport: Transport, mode: Mode, token?: string): Promise<Client> {
  if (transport === "stdio") {
    const flags = ["--server", server.url, ...(token === undefined ? [] : ["--token", token])];
    return (await connectStdio(mode, flags)).client;
  }
  const address = `198.51.100.${(callers += 1)}`;
  const headers: Record<string, string> = token === undefined ? {} : { "x-inbox-token": token };
  return (await connectTo(server.url, mode, address, "", headers)).client;
}

async function read(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri });
  const [content] = contents as { uri: string; mimeType: string; text: string }[];
  return content ?? assert.fail();
}

const readJson = async (client: Client, uri: string): Promise<unknown> =>
  JSON.parse((await read(client, uri)).text);

const send = (inbox: string, body: string | Uint8Array<ArrayBuffer>, url = server.url) =>
  fetch(`${url}/api/v1/webhook/${encodeURIComponent(inbox)}`, { method: "POST", body });

async function createPrivateInbox() {
  const response = await postJson(`${server.url}/api/v1/inboxes`, { private: true });
  return (await response.json()) as { id: string; readToken: string };
}

for (const transport of ["http", "stdio"] as const) {
  for (const mode of ["auto", "legacy"] as const) {
    describe(`resources over ${transport} (${mode})`, { timeout: 300_000 }, () => {
      let client: Client;
      before(async () => (client = await connect(transport, mode)));
      after(() => client.close());

      it("the guides are listed, and read as Markdown", async () => {
        const { resources } = await client.listResources();
        const uris = resources.map(({ uri }) => uri);
        assert.ok(uris.includes("sundry://guides/mcp") && uris.includes("sundry://guides/scale"));
        assert.ok(uris.every((uri) => uri.startsWith("sundry://guides/")));
        const { mimeType, text } = await read(client, "sundry://guides/mcp");
        assert.equal(mimeType, "text/markdown");
        assert.equal(text, readFileSync(join(root, "docs", "guides", "mcp.md"), "utf8"));
      });

      it("templates lead to tools, choices and inboxes", async () => {
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.deepEqual(
          resourceTemplates.map(({ uriTemplate }) => uriTemplate),
          [
            "sundry://guides/{name}",
            "sundry://tools/{name}",
            "sundry://choices/{name}",
            "sundry://inbox/{id}",
            "sundry://inbox/{id}/{seq}",
          ],
        );
        for (const [name, value] of [
          ["language", "typescript"],
          ["theme", "Nord Light"],
          ["currency", "KWD"],
          ["barcode", "pdf417"],
        ] as const) {
          const choices = (await readJson(client, `sundry://choices/${name}`)) as string[];
          assert.ok(choices.length > 10 && choices.includes(value), name);
        }
      });

      it("an inbox has its newest 20 requests, and one has its whole body", async () => {
        const inbox = `näme ${transport} ${mode}`;
        for (let count = 1; count <= 22; count++) await send(inbox, `{"n":${count}}`);
        const large = "x".repeat(100_000);
        await send(inbox, large);
        const uri = `sundry://inbox/${encodeURIComponent(inbox)}`;
        const { id, total, lastSeq, expiresAt, payloads } = (await readJson(client, uri)) as {
          id: string;
          total: number;
          lastSeq: number;
          expiresAt: string;
          payloads: { seq: number; body: string }[];
        };
        assert.deepEqual([id, total, lastSeq, payloads.length], [inbox, 23, 23, 20]);
        assert.ok(Date.parse(expiresAt) > Date.now());
        assert.deepEqual([payloads[0]?.seq, payloads.at(-1)?.body.length], [4, 4096]);
        const listed = await client.callTool({ name: "inbox_list", arguments: { id: inbox } });
        const { payloads: expected } = listed.structuredContent as { payloads: unknown };
        assert.deepEqual(payloads, expected);
        const record = (await readJson(client, `${uri}/23`)) as { seq: number; body: string };
        assert.deepEqual([record.seq, record.body], [23, large]);
      });

      it("what is unknown, or private without its token, is the same error", async () => {
        const { id, readToken } = await createPrivateInbox();
        await send(id, "a");
        const withToken = await connect(transport, mode, readToken);
        const uri = `sundry://inbox/${id}`;
        assert.equal(((await readJson(withToken, uri)) as { total: number }).total, 1);
        await withToken.close();
        const meta = { "sundry/token": readToken };
        await client.readResource({ uri, _meta: meta });
        for (const unknown of [
          uri,
          `${uri}/1`,
          `sundry://inbox/~${"A".repeat(22)}`,
          "sundry://inbox/nobody",
          "sundry://inbox/%ff",
          "sundry://inbox/a/0",
          "sundry://tools/none",
          "sundry://guides/..",
          "sundry://guides/constructor",
          "sundry://choices/none",
          "file:///etc/passwd",
        ]) {
          await assert.rejects(client.readResource({ uri: unknown }), (error: Error) => {
            assert.match(error.message, /there is no resource/);
            assert.ok(error.message.endsWith(unknown), error.message);
            const { code } = error as Error & { code: number };
            assert.equal(code, -32602);
            return true;
          });
        }
      });
    });
  }
}

it("a body of more than 1 MiB is cut in its record", async () => {
  const client = await connect("http", "auto");
  await send("large", "y".repeat(1024 ** 2));
  await send("large", "z".repeat(1024 ** 2 + 1));
  const whole = (await readJson(client, "sundry://inbox/large/1")) as Record<string, unknown>;
  assert.deepEqual([(whole["body"] as string).length, whole["truncated"]], [1024 ** 2, undefined]);
  const cut = (await readJson(client, "sundry://inbox/large/2")) as Record<string, unknown>;
  assert.equal(cut["truncated"], true);
  assert.ok((cut["body"] as string).length > 1024 ** 2 - 10);
  assert.equal(cut["bodySize"], 1024 ** 2 + 1);
  await client.close();
});

interface Subscription {
  uris: string[];
  end(): Promise<void>;
}

/** Subscribes as the client's generation does. `uris` grows with each notification. */
async function subscribe(client: Client, mode: Mode, wanted: string[]): Promise<Subscription> {
  const uris: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    uris.push(params.uri);
  });
  if (mode === "legacy") {
    for (const uri of wanted) await client.subscribeResource({ uri });
    const end = async () => {
      for (const uri of wanted) await client.unsubscribeResource({ uri });
    };
    return { uris, end };
  }
  const subscription = await client.listen({ resourceSubscriptions: wanted });
  return { uris, end: () => subscription.close() };
}

async function canSubscribe(transport: Transport, mode: Mode): Promise<boolean> {
  const client = await connect(transport, mode);
  const { resources } = client.getServerCapabilities() ?? {};
  await client.close();
  return resources?.subscribe ?? false;
}

describe("subscriptions to inboxes", { timeout: 300_000 }, () => {
  for (const [transport, mode] of [
    ["http", "auto"],
    ["stdio", "auto"],
    ["stdio", "legacy"],
  ] as const) {
    it(`a new request is one notification (${transport}, ${mode})`, async () => {
      const client = await connect(transport, mode);
      const inbox = `sub-${transport}-${mode}`;
      const uri = `sundry://inbox/${inbox}`;
      const { uris, end } = await subscribe(client, mode, [uri, `${uri}-other`]);
      // Over stdio the process may still be connecting to the server.
      await waitUntil(async () => {
        await send(inbox, "a");
        return uris.length > 0;
      });
      assert.deepEqual([...new Set(uris)], [uri]);
      await end();
      const count = uris.length;
      await send(inbox, "b");
      await client.ping().catch(() => {});
      await send(inbox, "c");
      await client.listTools();
      assert.ok(uris.length <= count + 1);
      await client.close();
    });
  }

  it("concurrent requests are coalesced to four notifications a second", async () => {
    const client = await connect("http", "auto");
    const { uris, end } = await subscribe(client, "auto", ["sundry://inbox/burst"]);
    const startedAt = performance.now();
    for (let count = 0; count < 40; count++) await send("burst", "a");
    await waitUntil(() => uris.length >= 2);
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(uris.length <= 4 * Math.ceil(seconds + 1), `${uris.length} in ${seconds} s`);
    await end();
    await client.close();
  });

  it("a process is told of requests that another one on the same Redis received", async (test) => {
    if (!hasRedis) return test.skip("needs redis-server");
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url, TRUST_PROXY: "1" };
    const [first, second] = [
      await startServerOnRedis(environment),
      await startServerOnRedis(environment),
    ];
    const { client } = await connectTo(first.url, "auto", "198.51.100.200");
    const { uris } = await subscribe(client, "auto", ["sundry://inbox/shared"]);
    await waitUntil(async () => {
      await send("shared", "a", second.url);
      return uris.length > 0;
    });
    await client.close();
    assert.deepEqual(await Promise.all([first.stop(), second.stop()]), [0, 0]);
    await redis.stop();
    return undefined;
  });

  it("a private inbox needs its token", async () => {
    const { id, readToken } = await createPrivateInbox();
    const uri = `sundry://inbox/${id}`;
    for (const [transport, mode] of [
      ["http", "auto"],
      ["stdio", "auto"],
      ["stdio", "legacy"],
    ] as const) {
      const stranger = await connect(transport, mode);
      await assert.rejects(subscribe(stranger, mode, [uri]), /there is no resource/);
      await stranger.close();
    }
    const reader = await connect("http", "auto", readToken);
    const { uris } = await subscribe(reader, "auto", [uri]);
    await send(id, "a");
    await waitUntil(() => uris.length === 1);
    await reader.close();
  });

  it("the eleventh stream of an address, and 21 URIs, are refused", async () => {
    const { client } = await connectTo(server.url, "auto", "198.51.100.210");
    const many = Array.from({ length: 21 }, (_, index) => `sundry://inbox/many-${index}`);
    await assert.rejects(client.listen({ resourceSubscriptions: many }), { code: -32603 });
    const streams = [];
    for (let count = 0; count < 10; count++)
      streams.push(await client.listen({ resourceSubscriptions: many.slice(0, 20) }));
    const more = client.listen({ resourceSubscriptions: ["sundry://inbox/a"] });
    await assert.rejects(more, { code: -32603 });
    await streams[0]?.close();
    await waitUntil(async () => {
      const again = await client
        .listen({ resourceSubscriptions: ["sundry://inbox/a"] })
        .catch(() => undefined);
      return again !== undefined;
    });
    await client.close();
    const stdio = new StdioProcess({ flags: ["--server", server.url] });
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const notifications = { resourceSubscriptions: many };
    const { error } = await stdio.ask("subscriptions/listen", { notifications, _meta: envelope });
    assert.equal(error?.code, -32603);
    await stdio.close();
  });

  it("a client of the 2025 generation may subscribe to 20 URIs", async () => {
    const client = await connect("stdio", "legacy");
    for (let count = 0; count < 20; count++)
      await client.subscribeResource({ uri: `sundry://inbox/many-${count}` });
    const uri = "sundry://inbox/more";
    await assert.rejects(client.subscribeResource({ uri }), { code: -32603 });
    await client.unsubscribeResource({ uri: "sundry://inbox/many-0" });
    await client.subscribeResource({ uri });
    await client.close();
  });

  it("clients of the 2025 generation are not offered subscriptions over HTTP", async () => {
    assert.deepEqual(
      [
        await canSubscribe("http", "legacy"),
        await canSubscribe("http", "auto"),
        await canSubscribe("stdio", "legacy"),
      ],
      [false, true, true],
    );
  });

  it("a stop ends the streams", async () => {
    const stopped = await startServer({ TRUST_PROXY: "1" });
    const { client } = await connectTo(stopped.url, "auto", "198.51.100.220");
    await subscribe(client, "auto", ["sundry://inbox/a"]);
    assert.equal(await stopped.stop(), 0);
    await client.close();
  });
});
