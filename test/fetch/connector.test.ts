import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { it } from "node:test";
import { FetchError } from "#src/lib/net/network.js";
import { createAddressPolicy } from "#src/fetch/address.js";
import { createGuardedConnector } from "#src/fetch/connector.js";

const resolveForbidden = () => Promise.resolve([{ address: "127.0.0.2", family: 4 }]);

/**
 * Connects with a lookup that returns 127.0.0.2. Returns the error code and the connections that
 * arrived there.
 */
async function connect(hostname: string): Promise<[kind: string, hits: number]> {
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.on("error", () => {});
  }).listen(0, "127.0.0.2");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const connector = createGuardedConnector(
    createAddressPolicy(["127.0.0.1/32"]),
    resolveForbidden,
    () => true,
  );
  const error = await new Promise<Error | null>((resolve) => {
    connector({ hostname, protocol: "http:", port: String(port) }, (...[failure]) =>
      resolve(failure),
    );
  });
  server.close();
  return [error instanceof FetchError ? error.code : String(error), hits];
}

it("the connector refuses a forbidden address literal before it connects", async () => {
  assert.deepEqual(await connect("127.0.0.2"), ["blocked", 0]);
});

it("the connector closes a socket whose remote address is forbidden, although the lookup allowed it", async () => {
  const [kind] = await connect("tricked.example");
  assert.equal(kind, "blocked");
});

it("the connector sends the host without its trailing dot as the TLS server name", async () => {
  const server = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.2");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const hello = once(server, "connection").then(([socket]: Socket[]) =>
    once(socket ?? server, "data"),
  );
  const connector = createGuardedConnector(
    createAddressPolicy(["127.0.0.2"]),
    resolveForbidden,
    () => true,
  );
  const target = {
    hostname: "dotted.example.",
    host: `dotted.example.:${port}`,
    servername: "dotted.example.",
  };
  connector({ ...target, protocol: "https:", port: String(port) }, () => {});
  const [bytes] = (await hello) as [Buffer];
  server.close();
  assert.ok(bytes.includes("dotted.example") && !bytes.includes("dotted.example."));
});
