import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { createAddressPolicy } from "#src/fetch/address.js";

const cases = JSON.parse(
  readFileSync(new URL("../../../test/cases/hostile-urls.json", import.meta.url), "utf8"),
) as { addresses: { allow: string[]; block: string[] } };

describe("createAddressPolicy", () => {
  const policy = createAddressPolicy([]);

  for (const address of cases.addresses.allow) {
    it(`the address ${address} is allowed`, () => assert.ok(policy.allows(address)));
  }

  const more = [
    "::ffff:127.0.0.1",
    "fe80::1%eth0",
    "2001::1",
    "3fff::1",
    "5f00::1",
    "168.63.129.16",
    "169.254.169.254",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "::7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:4136:e378::1",
    "2001:20::1",
    "fec0::1",
    "0177.0.0.1",
    "",
  ];
  for (const address of [...cases.addresses.block, ...more]) {
    it(`the address ${address || "nothing"} is refused`, () => assert.ok(!policy.allows(address)));
  }

  it("every IPv6 address outside 2000::/3 is refused", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(
          new URL(`http://[${address}]`).hostname.slice(1).split(":")[0] || "0",
          16,
        );
        assert.ok(first >> 13 === 1 || !policy.allows(address));
      }),
    );
  });

  it("the ranges of the operator are allowed, and no neighbors of them", () => {
    const opened = createAddressPolicy(["127.0.0.1/32", "10.1.0.0/16", "fd00::/8", "192.168.1.7"]);
    for (const address of ["127.0.0.1", "10.1.2.3", "fd12::1", "192.168.1.7"]) {
      assert.ok(opened.allows(address) && opened.isAllowlisted(address), address);
    }
    for (const address of ["127.0.0.2", "10.2.0.1", "fe80::1", "192.168.1.8", "::1"]) {
      assert.ok(!opened.allows(address), address);
    }
    assert.ok(opened.allows("1.1.1.1") && !opened.isAllowlisted("1.1.1.1"));
  });

  it("an IPv4-mapped address is refused even inside an allowed range", () => {
    const opened = createAddressPolicy(["127.0.0.1/32", "::/0"]);
    assert.ok(!opened.allows("::ffff:127.0.0.1"));
    assert.ok(!opened.allows("::ffff:7f00:1"));
  });
});
