import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leavesTarget } from "#src/domain/record/forwarding.js";
import { toReplay } from "#src/web/inbox/request/replay-request.js";
import type { InboxRecord } from "#src/domain/record/inbox-record.js";

const LEAVING = [
  "/..",
  "/../admin/delete",
  "/a/../../admin",
  "/%2e%2e/admin",
  "/.%2E/admin",
  "/..\\admin",
  "\\..\\admin",
  "/a\\..\\../admin",
  "/..%2fadmin",
  "/%2e%2e%5Cadmin",
  "/a%2fb/../../admin",
  "/a%5Cb%2F..%2F..%2Fadmin",
  "/a\\b%2f..%2f..%2fadmin",
  "/a%2Fb\\..\\..\\admin",
  "/%252e%252e%252fadmin",
  "/a%252Fb%2F..%2F..%2Fadmin",
  "/..;x=1/admin",
  "//../admin",
  "/./../admin",
];

const STAYING = [
  "",
  "/",
  "/a/..",
  "/a/b/../../c",
  "/...",
  "/..a",
  "/a..",
  "/.well-known",
  "/%2e/a",
  "/a%2fb/..",
  "/100%25/a",
];

function toRecord(path: string): InboxRecord {
  return { method: "POST", path, query: "", rawHeaders: [] as [string, string][] } as InboxRecord;
}

describe("leavesTarget", () => {
  for (const path of LEAVING) {
    it(`a request to ${path} is not replayed, because servers may read the path as one above the target`, () => {
      assert.equal(leavesTarget(path), true);
      assert.equal(
        toReplay(toRecord(path), "http://localhost/hook"),
        "The path leaves the target by dot segments: it cannot be replayed.",
      );
    });
  }

  for (const path of STAYING) {
    it(`a request to "${path}" is replayed, because it stays below the target`, () => {
      assert.equal(leavesTarget(path), false);
      assert.equal(typeof toReplay(toRecord(path), "http://localhost/hook"), "object");
    });
  }
});
