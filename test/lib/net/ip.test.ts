import assert from "node:assert/strict";
import { it } from "node:test";
import { toCallerNetwork } from "#src/lib/net/ip.js";

it("toCallerNetwork returns an IPv4 address and the /64 of an IPv6 address", () => {
  const table: [string, string | undefined][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0000:1::", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["1::2:3:4:5:192.0.2.1", "1:0:2:3::/64"],
    ["unknown", undefined],
    ["", undefined],
    ["203.0.113.7:80", undefined],
  ];
  for (const [address, network] of table) assert.equal(toCallerNetwork(address), network, address);
});
