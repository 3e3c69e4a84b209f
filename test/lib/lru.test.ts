import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { LruCache } from "#src/lib/lru.js";

/** A reference implementation that keeps the same guarantees in a list. */
class Model {
  entries: [key: number, value: number][] = [];

  get(key: number): number | undefined {
    const entry = this.entries.find(([known]) => known === key);
    if (entry) this.set(key, entry[1]);
    return entry?.[1];
  }

  set(key: number, value: number): void {
    this.delete(key);
    this.entries.push([key, value]);
    if (this.entries.length > 3) this.entries.shift();
  }

  delete(key: number): void {
    this.entries = this.entries.filter(([known]) => known !== key);
  }

  clear(): void {
    this.entries = [];
  }
}

const key = fc.integer({ min: 0, max: 6 });
const action = fc.record({ kind: fc.constantFrom("get", "set", "delete", "clear"), key });

interface Step {
  kind: string;
  name: number;
  index: number;
}

function apply(
  cache: Pick<Model, "get" | "set" | "clear"> & { delete(key: number): unknown },
  step: Step,
) {
  const { kind, name, index } = step;
  if (kind === "get") cache.get(name);
  else if (kind === "delete") cache.delete(name);
  else if (kind === "clear" && name === 0) cache.clear();
  else cache.set(name, index);
}

describe("LruCache", () => {
  it("an LruCache keeps the most recently used entries", () => {
    const property = fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const [cache, model] = [new LruCache<number, number>(3), new Model()];
      for (const [index, { kind, key: name }] of actions.entries()) {
        apply(cache, { kind, name, index });
        apply(model, { kind, name, index });
        for (let other = 0; other <= 6; other++) {
          const expected = model.entries.find(([known]) => known === other)?.[1];
          assert.equal(cache.peek(other), expected);
        }
        assert.equal(cache.size, model.entries.length);
      }
    });
    fc.assert(property);
  });

  it("an LruCache takes as much memory after 300,000 reads as before", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const cache = new LruCache<number, number>(512);
    for (let name = 0; name < 1024; name++) cache.set(name, name);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let read = 0; read < 300_000; read++) cache.get(512 + (read % 512));
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    assert.equal(cache.size, 512);
    assert.ok(grown < 5_000_000, `${grown} bytes more`);
  });
});
