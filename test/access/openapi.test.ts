import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { ADMIN_TOKEN, type KeyServer, startKeyServer } from "./support/keys.ts";

interface Operation {
  security?: Record<string, string[]>[];
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

describe("the OpenAPI document of a server with keys", () => {
  let server: KeyServer;
  let source: string;
  let operations: { name: string; operation: Operation }[];
  before(async () => {
    server = await startKeyServer({ OFFLINE: "true" });
    source = await (await server.as(ADMIN_TOKEN, "/openapi.json")).text();
    const { paths } = JSON.parse(source) as Document;
    operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => "responses" in operation)
        .map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
  });
  after(() => server.stop());

  it("the document passes the lint rules and stays within its bound", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, config });
    assert.deepEqual(
      problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`),
      [],
    );
    // That of an open server has its own bound; the paths and credentials of keys come on top.
    assert.ok(source.length < 218_000, `${source.length} bytes`);
  });

  it("every operation but the public ones names its credentials, 401 and 403", () => {
    const open = operations
      .filter(({ operation }) =>
        operation.security?.some((entry) => Object.keys(entry).length === 0),
      )
      .map(({ name }) => name);
    assert.deepEqual(open, [
      "post /api/v1/webhook/{id}",
      "put /api/v1/webhook/{id}",
      "get /healthz",
      "get /readyz",
    ]);
    const incomplete = operations
      .filter(({ name }) => !open.includes(name))
      .filter(({ operation: { responses } }) => !("401" in responses && "403" in responses))
      .map(({ name }) => name);
    assert.deepEqual(incomplete, []);
    for (const path of ["/api/v1/keys", "/api/v1/keys/{id}/rotate"])
      assert.ok(
        operations.some(({ name }) => name.endsWith(` ${path}`)),
        path,
      );
  });
});
