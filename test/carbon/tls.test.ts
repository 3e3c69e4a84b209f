import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer, type Server as TcpServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { type Authority, type Certificate, createAuthority } from "../support/certificates.ts";
import { findSkipReason } from "../support/needs.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const HERE = "IP:127.0.0.1";
const PAGE = `<!doctype html><link rel="icon" href="data:,"><p>text`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const page: Handler = (_request, response) =>
  void response.setHeader("content-type", "text/html").end(PAGE);

const to =
  (location: string): Handler =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

describe(
  "POST /api/v1/carbon-footprint for HTTPS pages",
  { skip: findSkipReason("openssl version"), concurrency: 8 },
  () => {
    let authority: Authority;
    // Created before the tests: openssl blocks this process, whose sites would miss the limits of
    // the measurements.
    let trusted: Certificate;
    let refused: Record<"own" | "foreign" | "expired" | "client", Certificate>;
    let product: RunningServer;
    const servers: (Server | TcpServer)[] = [];
    before(async () => {
      authority = createAuthority();
      trusted = authority.sign(HERE);
      refused = {
        own: authority.selfSigned(HERE),
        foreign: authority.sign("DNS:other.example,IP:127.0.0.9"),
        expired: authority.sign(HERE, -1),
        client: authority.sign(HERE, 1, "extendedKeyUsage=clientAuth"),
      };
      product = await startServer({
        FETCH_ALLOW_CIDRS: "127.0.0.1/32",
        FETCH_ALLOW_PORTS: "*",
        TRUST_PROXY: "1",
        NODE_EXTRA_CA_CERTS: authority.file,
      });
    });
    after(async () => {
      for (const server of servers) server.close();
      await product.stop();
      authority.remove();
    });

    async function getPort(server: Server | TcpServer, host = "127.0.0.1"): Promise<number> {
      servers.push(server.listen(0, host));
      await once(server, "listening");
      return (server.address() as { port: number }).port;
    }
    async function serve(certificate: Certificate, handler = page): Promise<string> {
      return `https://127.0.0.1:${await getPort(createHttps(certificate, handler))}/`;
    }
    /** Answers the first bytes of a handshake with something that is not TLS. */
    async function serveRaw(answer: (socket: Socket) => void): Promise<string> {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => answer(socket));
      });
      return `https://127.0.0.1:${await getPort(server)}/`;
    }

    let callers = 0;
    /** Returns the status, and the error or the final URL. */
    async function measure(url: string): Promise<[status: number, outcome: string]> {
      callers += 1;
      const answer = await fetch(`${product.url}/api/v1/carbon-footprint`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `10.0.0.${callers}` },
        body: JSON.stringify({ url }),
      });
      const { error, finalUrl } = (await answer.json()) as { error?: string; finalUrl?: string };
      return [answer.status, error ?? finalUrl ?? ""];
    }

    const REFUSED = "url failed at TLS because the certificate or the handshake is invalid";
    const BROKEN = "url is unreachable because the connection failed";
    const LATE = "url timed out because the server did not respond within the limits";

    for (const [name, kind] of [
      ["vouches for itself", "own"],
      ["is another host's", "foreign"],
      ["has expired", "expired"],
      ["is for clients", "client"],
    ] as const) {
      it(`a certificate that ${name} is rejected`, async () => {
        assert.deepEqual(await measure(await serve(refused[kind])), [422, REFUSED]);
      });
    }

    for (const [name, outcome, answer] of [
      ["another protocol", REFUSED, (socket) => void socket.end("220 mail.example ESMTP\r\n")],
      ["an alert", REFUSED, (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]))],
      ["a reset", BROKEN, (socket) => void socket.resetAndDestroy()],
      ["silence", LATE, () => {}],
      ["half a hello", LATE, (socket) => void socket.write(Buffer.from([22, 3, 3, 64, 0, 2, 0]))],
    ] as const satisfies [string, string, (socket: Socket) => void][]) {
      it(
        `a handshake answered by ${name} is rejected${outcome === LATE ? " [slow]" : ""}`,
        { timeout: 60_000 },
        async () => {
          assert.deepEqual(await measure(await serveRaw(answer)), [422, outcome]);
        },
      );
    }

    it("redirects between http and https are followed, but not to an invalid certificate", async () => {
      const good = await serve(trusted);
      const plain = createServer((socket) => {
        socket.on("error", () => {});
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${good}\r\nContent-Length: 0\r\n\r\n`);
      });
      const back = await serve(trusted, to(`http://127.0.0.1:${await getPort(plain)}/`));
      assert.deepEqual(await measure(back), [200, good]);
      const bad = await serve(trusted, to(await serve(refused.own)));
      assert.deepEqual(await measure(bad), [422, REFUSED]);
    });

    it("a page that redirects to itself is followed up to 5 times", async () => {
      let visits = 0;
      const changing = await serve(trusted, (request, response) => {
        visits += 1;
        if (visits < 4) response.writeHead(302, { location: `/?${visits}` }).end();
        else page(request, response);
      });
      assert.deepEqual(await measure(changing), [200, `${changing}?3`]);
      const endless = await serve(trusted, (_request, response) => {
        visits += 1;
        response.writeHead(302, { location: `/?${visits}` }).end();
      });
      assert.deepEqual(await measure(endless), [422, "url has more than 5 redirects"]);
    });

    it("the forbidden address is blocked before a handshake, directly and by redirect", async () => {
      let hits = 0;
      const forbidden = createServer((socket) => {
        hits += 1;
        socket.destroy();
      });
      const location = `https://127.0.0.2:${await getPort(forbidden, "127.0.0.2")}/`;
      for (const url of [location, await serve(trusted, to(location))]) {
        const blocked = "url is blocked because its host is not at a public address";
        assert.deepEqual(await measure(url), [422, blocked]);
      }
      assert.equal(hits, 0);
    });
  },
);
