import assert from "node:assert/strict";
import { it } from "node:test";
import type { Route } from "#src/http/route.js";
import { startApp } from "../http/support/app.ts";

it("a route without an access rule stops the start, with its path", async () => {
  const open = { methods: ["GET"], path: "/open", handler: () => ({}) } as unknown as Route;
  await assert.rejects(startApp({ routes: [open] }), /the route \/open has no access rule/);
});
