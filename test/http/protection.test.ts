import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { after, before, describe, it } from "node:test";
import { createHostFilter } from "#src/http/checks/host-header.js";
import type { Route } from "#src/http/route.js";
import { type App, startApp } from "./support/app.ts";
import { parseHead, sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

const LOOPBACK = {
  host: "127.0.0.1",
  trustProxy: undefined,
  publicUrl: undefined,
  allowedHosts: [],
};

describe("createHostFilter", () => {
  it("createHostFilter accepts loopback names and addresses, subdomains of localhost and the Docker host, with any port", () => {
    const isAllowed = createHostFilter(LOOPBACK);
    assert.ok(isAllowed);
    for (const host of [
      "localhost",
      "LOCALHOST:3000",
      "localhost.:3000",
      "app.localhost:3000",
      "127.0.0.1:3000",
      "127.8.9.10",
      "[::1]:3000",
      "[::ffff:127.0.0.1]",
      "host.docker.internal:3000",
    ]) {
      assert.equal(isAllowed(host), true, host);
    }
  });

  it("createHostFilter accepts the addresses of this machine", () => {
    const isAllowed = createHostFilter(LOOPBACK);
    for (const { address, family } of Object.values(networkInterfaces()).flatMap(
      (one) => one ?? [],
    )) {
      const host = family === "IPv6" ? `[${address.split("%", 1)[0]}]:1` : `${address}:1`;
      assert.equal(isAllowed?.(host), true, host);
    }
  });

  it("createHostFilter rejects every other name and address", () => {
    const isAllowed = createHostFilter(LOOPBACK);
    for (const host of [
      "example.com",
      "localhost.example.com",
      "notlocalhost",
      "127.0.0.1.nip.io",
      "127.example.com",
      "203.0.113.7",
      "[2001:db8::7]",
      "",
    ]) {
      assert.equal(isAllowed?.(host), false, host);
    }
  });

  it("createHostFilter accepts the host of PUBLIC_URL and the names of ALLOWED_HOSTS, a leading dot with subdomains", () => {
    const isAllowed = createHostFilter({
      ...LOOPBACK,
      publicUrl: "https://tools.example.com/sundry",
      allowedHosts: ["one.test", ".two.test"],
    });
    const hosts = ["tools.example.com", "ONE.test:8080", "two.test", "a.b.two.test"];
    for (const host of hosts) assert.equal(isAllowed?.(host), true, host);
    for (const host of ["example.com", "a.one.test", "nottwo.test"])
      assert.equal(isAllowed?.(host), false, host);
  });

  it("createHostFilter checks nothing on other addresses, behind a proxy and with *", () => {
    assert.equal(createHostFilter({ ...LOOPBACK, host: "0.0.0.0" }), undefined);
    assert.equal(createHostFilter({ ...LOOPBACK, host: "192.0.2.1" }), undefined);
    assert.equal(createHostFilter({ ...LOOPBACK, trustProxy: 1 }), undefined);
    assert.equal(createHostFilter({ ...LOOPBACK, allowedHosts: ["*"] }), undefined);
    assert.ok(createHostFilter({ ...LOOPBACK, host: "localhost" }));
    assert.ok(createHostFilter({ ...LOOPBACK, host: "::1" }));
  });
});

describe("a route for its own origin only", () => {
  const route: Route = {
    methods: ["DELETE"],
    access: "public",
    path: "/own",
    ownOriginOnly: true,
    handler: () => ({ status: 204 }),
  };
  let app: App;
  before(async () => {
    app = await startApp({ routes: [route], publicUrl: "https://sundry.example/base" });
  });
  after(() => app.close());

  const getStatus = async (origin: string | undefined) => {
    const headers = origin === undefined ? {} : { origin };
    return (await app.send({ method: "DELETE", url: "/own", headers })).status;
  };

  it("a route for its own origin only accepts requests without Origin, with its own and with that of PUBLIC_URL", async () => {
    assert.equal(await getStatus(undefined), 204);
    assert.equal(await getStatus(`http://127.0.0.1:${app.port}`), 204);
    assert.equal(await getStatus("https://sundry.example"), 204);
  });

  it("a route for its own origin only responds 403 to every other Origin", async () => {
    for (const origin of [
      "https://evil.example",
      "null",
      "",
      "http://127.0.0.1:1",
      "https://sundry.example.evil.example",
      "chrome-extension://abc",
    ]) {
      assert.equal(await getStatus(origin), 403, origin);
    }
  });

  it("a route for its own origin only responds with CORS and usage headers, so that the page can read the error", async () => {
    const headers = { origin: "https://evil.example" };
    const response = await app.send({ method: "DELETE", url: "/own", headers });
    assert.equal(response.headers["access-control-allow-origin"], "*");
    assert.equal(response.headers["x-usage-limit"], "100");
  });
});

describe("a server on loopback", () => {
  it("a server on loopback responds 403 to a stranger's Host except for sends to an inbox, and names the variable", async (test) => {
    const server = await startServer();
    test.after(() => server.stop());
    const ask = async (line: string, host: string) => {
      const head = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
      const text = await sendRaw(server.port, head);
      return { ...parseHead(text), text };
    };
    const inbox = "/api/v1/webhook/rebound";
    assert.equal((await ask(`POST ${inbox}`, "tunnel.example.com")).status, 200);
    for (const line of [
      `GET ${inbox}`,
      "GET /api/v1/inboxes/rebound",
      "DELETE /api/v1/inboxes/rebound",
      "POST /api/v1/password",
      "GET /",
      "GET /nothing",
    ]) {
      const { status, text } = await ask(line, "rebind.example.com");
      assert.equal(status, 403, line);
      assert.match(text, /ALLOWED_HOSTS/);
    }
    assert.equal((await ask(`GET ${inbox}`, "localhost")).status, 200);
  });

  it("a server on loopback accepts every host when ALLOWED_HOSTS is *, and rejects MCP from pages of other origins", async (test) => {
    const server = await startServer({ ALLOWED_HOSTS: "*" });
    test.after(() => server.stop());
    const ping = (origin: string) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const head = `POST /mcp HTTP/1.1\r\nHost: a.example\r\nOrigin: ${origin}\r\nConnection: close\r\n`;
      const rest = `Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
      return sendRaw(server.port, `${head}${rest}Content-Length: ${body.length}\r\n\r\n${body}`);
    };
    assert.equal(parseHead(await ping("https://evil.example")).status, 403);
    const { status, headers } = parseHead(await ping("http://a.example"));
    assert.deepEqual([status, headers["connection"]], [200, "close"]);
  });
});
