import assert from "node:assert/strict";
import { test } from "node:test";
import { bothOf, InputError, pathText } from "./errors.ts";

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

const refuse = (name: string) => () => {
  throw InputError.at([name], "is required");
};

test("two readers are both heard: one error names what each refuses", () => {
  assert.deepEqual(
    bothOf(
      () => 1,
      () => 2,
    ),
    [1, 2],
  );
  const message = "text is required; format is required";
  assert.throws(() => bothOf(refuse("text"), refuse("format")), { message });
  assert.throws(() => bothOf(refuse("text"), () => 2), { message: "text is required" });
  assert.throws(() => bothOf(() => 1, refuse("format")), { message: "format is required" });
});
