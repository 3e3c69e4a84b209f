import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError, pathText } from "./errors.ts";

test("a path reads as people write it", () => {
  assert.equal(pathText([]), "body");
  assert.equal(pathText(["items", 3, "rate"]), "items[3].rate");
  assert.equal(pathText(["project", "title"]), "project.title");
});

test("an InputError's message holds every problem, one sentence each", () => {
  const error = new InputError([
    { path: ["taxRate"], rule: "must be at most 100" },
    { path: [], rule: "must be an object" },
  ]);
  assert.equal(error.message, "taxRate must be at most 100; body must be an object");
  assert.equal(InputError.at(["text"], "is required", "no-text").slug, "no-text");
});
