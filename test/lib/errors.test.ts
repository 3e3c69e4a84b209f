import assert from "node:assert/strict";
import { test } from "node:test";
import { collectErrors, ValidationError, formatPath } from "#src/lib/errors.js";

test("a path reads as people write it", () => {
  assert.equal(formatPath([]), "body");
  assert.equal(formatPath(["items", 3, "rate"]), "items[3].rate");
  assert.equal(formatPath(["project", "title"]), "project.title");
});

test("an InputError's message holds every problem, one sentence each", () => {
  const error = new ValidationError([
    { path: ["taxRate"], rule: "must be at most 100" },
    { path: [], rule: "must be an object" },
  ]);
  assert.equal(error.message, "taxRate must be at most 100; body must be an object");
  assert.equal(ValidationError.at(["text"], "is required", "no-text").slug, "no-text");
});

const refuse = (name: string) => () => {
  throw ValidationError.at([name], "is required");
};

test("two readers are both heard: one error names what each refuses", () => {
  assert.deepEqual(
    collectErrors(
      () => 1,
      () => 2,
    ),
    [1, 2],
  );
  const message = "text is required; format is required";
  assert.throws(() => collectErrors(refuse("text"), refuse("format")), { message });
  assert.throws(() => collectErrors(refuse("text"), () => 2), { message: "text is required" });
  assert.throws(() => collectErrors(() => 1, refuse("format")), { message: "format is required" });
});
