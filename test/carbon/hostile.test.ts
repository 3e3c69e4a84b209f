import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { type HostileTarget, hostileTargets, serveHostile } from "./hostile-targets.ts";
import { type RunningServer, startServer } from "../support/server.ts";

describe("hostile targets", () => {
  let product: RunningServer;
  /**
   * Every site listens until the end, because a port that is free again can be that of a site whose
   * result is cached.
   */
  const sites: Server[] = [];
  before(async () => {
    const environment = { FETCH_ALLOW_CIDRS: "127.0.0.1/32", FETCH_ALLOW_PORTS: "*" };
    // Every target has its own client address, because the limit of 20 a minute is not tested here.
    product = await startServer({ ...environment, TRUST_PROXY: "1" });
  });
  after(async () => {
    for (const site of sites) site.close();
    await product.stop();
  });

  async function post(path: string, body: object, caller: number): Promise<Response> {
    const headers = { "content-type": "application/json", "x-forwarded-for": `10.0.0.${caller}` };
    return fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Tests a target while another request is served. */
  function testTarget(target: HostileTarget): void {
    const caller = hostileTargets.indexOf(target);
    const tag = target.says === "timed out" ? " [slow]" : "";
    it(`${target.name} gets ${target.status}, and other requests are served${tag}`, async () => {
      const { url, server } = await serveHostile(target);
      sites.push(server);
      const measured = post("/api/v1/carbon-footprint", { url }, caller);
      const other = await post("/api/v1/hash", { text: "x", algorithm: "sha256" }, caller);
      assert.equal(other.status, 200);
      const answer = await measured;
      const json = (await answer.json()) as { error?: string; measurement?: { complete: boolean } };
      assert.equal(answer.status, target.status, JSON.stringify(json));
      if (typeof target.says === "boolean") assert.equal(json.measurement?.complete, target.says);
      else assert.ok(json.error?.includes(target.says), json.error);
    });
  }

  describe("several at a time", { concurrency: 4 }, () => {
    for (const target of hostileTargets) if (target.says !== true) testTarget(target);
  });

  // One at a time, because a measurement that other work starves is not complete.
  for (const target of hostileTargets) if (target.says === true) testTarget(target);

  it("a page's references never lead to the forbidden address", async () => {
    let hits = 0;
    const forbidden = createServer((socket) => {
      hits += 1;
      socket.destroy();
    }).listen(0, "127.0.0.2");
    await once(forbidden, "listening");
    const at = `http://127.0.0.2:${(forbidden.address() as { port: number }).port}`;
    const page = `<!doctype html><base href="${at}/"><meta http-equiv="refresh" content="0;url=${at}/m">
      <link rel="icon" href="i"><link rel="stylesheet" href="s"><link rel="preload" as="image" href="p">
      <link rel="modulepreload" href="mp"><script src="j"></script><script type="module">import "./x.js"</script>
      <style>@import "im";@font-face{font-family:F;src:url(f)}p{background:url(b);font-family:F}</style>
      <p style="background:url(st)">x<img src="a" srcset="b 2x"><iframe src="fr"></iframe><embed src="e">
      <object data="o"></object><video autoplay src="v" poster="po"></video><input type="image" src="in">`;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <${at}/l>; rel=preload; as=style\r\nRefresh: 0;url=${at}/r`;
    const answer = (socket: Socket) =>
      void socket.end(`${head}\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
    const { url, server } = await serveHostile({ name: "", answer, status: 200, says: true });
    sites.push(server);
    const measured = await post("/api/v1/carbon-footprint", { url }, 99);
    forbidden.close();
    const { measurement } = (await measured.json()) as { measurement: { requests: number } };
    assert.deepEqual([measured.status, measurement.requests, hits], [200, 1, 0]);
  });

  it("the server is healthy after all hostile targets", async () => {
    const answer = await fetch(`${product.url}/healthz`);
    assert.equal(answer.status, 200);
  });
});
