import assert from "node:assert/strict";
import { test } from "node:test";
import { collectErrors, ValidationError, formatPath } from "#src/lib/errors.js";

test("formatPath writes items[3].rate", () => {
  assert.equal(formatPath([]), "body");
  assert.equal(formatPath(["items", 3, "rate"]), "items[3].rate");
  assert.equal(formatPath(["project", "title"]), "project.title");
  assert.equal(formatPath(["a\u001b[2J\n\u202eb", "é"]), "a\\x1b[2J\\x0a\\u202eb.é");
});

test("a ValidationError's message names every issue", () => {
  const error = new ValidationError([
    { path: ["taxRate"], message: "must be at most 100" },
    { path: [], message: "must be an object" },
  ]);
  assert.equal(error.message, "taxRate must be at most 100; body must be an object");
  assert.equal(ValidationError.at(["text"], "is required", "no-text").code, "no-text");
});

const refuse = (name: string) => () => {
  throw ValidationError.at([name], "is required");
};

test("collectErrors combines the issues of both functions", () => {
  assert.deepEqual(
    collectErrors(
      () => 1,
      () => 2,
    ),
    [1, 2],
  );
  const message = "text is required; format is required";
  assert.throws(() => collectErrors(refuse("text"), refuse("format")), { message });
  assert.throws(() => collectErrors(refuse("text"), refuse("text")), {
    message: "text is required",
  });
  assert.throws(() => collectErrors(refuse("text"), () => 2), { message: "text is required" });
  assert.throws(() => collectErrors(() => 1, refuse("format")), { message: "format is required" });
});

test("a ValidationError escapes what would control a terminal in texts of the caller", () => {
  const error = ValidationError.at(["label"], "uses {a\u001b[2J\n\u202eb}, which no row has");
  const message = "uses {a\\x1b[2J\\x0a\\u202eb}, which no row has";
  assert.equal(error.message, `label ${message}`);
  assert.deepEqual(error.issues, [{ path: ["label"], message }]);
});
