import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCases } from "./support/cases.ts";
import { parseNetwork } from "#src/lib/net/network-text.js";
import { createNetworkFilter } from "#src/lib/net/networks.js";
import {
  createKey,
  createKeyId,
  createMaskHeaders,
  hasChecksum,
  hasKeyForm,
  isKeyId,
  readKeyId,
} from "#src/access/keys/key-format.js";

const cases = readCases();

function isValid(key: string): boolean {
  return hasKeyForm(key) && hasChecksum(key);
}

describe("the form of keys", () => {
  it("keys of the contract are accepted by their checksum, and mistyped ones are not", () => {
    for (const key of cases.keys.valid) {
      assert.ok(isValid(key), key);
      assert.equal(readKeyId(key), key.slice(5, 17));
    }
    for (const { key, why } of cases.keys.invalid) assert.ok(!isValid(key), why);
  });

  it("a created key has its id, the form and a secret of its own", () => {
    const id = createKeyId();
    assert.ok(isKeyId(id));
    const keys = Array.from({ length: 50 }, () => createKey(id));
    for (const key of keys) {
      assert.equal(key.length, 56);
      assert.ok(hasKeyForm(key));
      assert.ok(hasChecksum(key));
      assert.equal(readKeyId(key), id);
    }
    assert.equal(new Set(keys).size, keys.length);
  });

  it("only keys with a right checksum are masked, wherever they are in a text", () => {
    const [valid = "", other = ""] = cases.keys.valid;
    const mistyped = cases.keys.invalid[0]?.key ?? "";
    const headers = ["authorization", `Bearer ${valid}, x=${other};${mistyped}`];
    const masked = ["authorization", `Bearer ***, x=***;${mistyped}`];
    assert.deepEqual(createMaskHeaders(undefined)(headers), masked);
  });
});

describe("networks", () => {
  it("networks of the contract contain the same addresses as in Python's ipaddress", () => {
    for (const { networks, address, allowed } of cases.networks) {
      assert.equal(
        createNetworkFilter(networks)(address),
        allowed,
        `${networks.join()} ${address}`,
      );
    }
    assert.equal(createNetworkFilter(["10.0.0.0/8"])("::ffff:10.1.2.3"), true);
    assert.equal(createNetworkFilter(["10.0.0.0/8"])("unknown"), false);
  });

  it("addresses and CIDRs are parsed, and zones, ports, names and wrong bits are not", () => {
    for (const network of ["10.0.0.1", "10.0.0.0/0", "::/0", "2001:db8::/128", "::1"])
      assert.equal(parseNetwork(network), network);
    for (const network of [
      "",
      "10.0.0",
      "10.0.0.0/33",
      "::/129",
      "fe80::1%eth0",
      "a.example",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "10.0.0.0/-1",
      "[::1]",
    ])
      assert.equal(parseNetwork(network), undefined, network);
    assert.equal(parseNetwork("0.0.0.0/0", 1), undefined);
  });
});
