import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matchesAccount, pickClaims } from "#src/access/oidc/account-rules.js";
import { checkConfig } from "#src/config.js";
import { readCases } from "../support/cases.ts";

const OIDC = {
  ACCESS: "required",
  PUBLIC_URL: "https://sundry.example",
  OIDC_ISSUER: "https://id.example",
  OIDC_CLIENT_ID: "sundry",
  OIDC_ALLOWED: "@example.com",
};

function toRules(entry: string) {
  return { entries: [entry], trustsEmail: true };
}

describe("settings of single sign-on", () => {
  it("the entries of the contract admit its accounts, also by the stored claims", () => {
    for (const { allowed, trustEmail = false, claims, admits } of readCases().allowed) {
      const entries = allowed.split(",");
      const rules = { entries, trustsEmail: trustEmail };
      const label = JSON.stringify({ allowed, trustEmail, claims });
      assert.equal(matchesAccount(rules, claims), admits, label);
      const stored = JSON.parse(JSON.stringify(pickClaims(claims, entries))) as typeof claims;
      assert.equal(matchesAccount(rules, stored), admits, label);
    }
  });

  it("a claim may be named by a URL, and letters outside of ASCII keep their case", () => {
    const roles = { "https://example.com/roles": ["admin"], sub: "auth0|1" };
    assert.ok(matchesAccount(toRules("https://example.com/roles:admin"), roles));
    assert.ok(matchesAccount(toRules("sub:auth0|1"), roles));
    assert.ok(matchesAccount(toRules("groups:urn:team:a"), { groups: ["urn:team:a"] }));
    assert.ok(!matchesAccount(toRules("@kate.example"), { email: "a@\u212aate.example" }));
    assert.ok(!matchesAccount(toRules("toString:x"), { sub: "1" }));
  });

  it("stored claims have what the entries name, however many groups there are", () => {
    const groups = Array.from({ length: 5000 }, (_, index) => `group-${index}`);
    const claims = { iss: "i", sub: "1", groups, name: "Ada", picture: "x".repeat(9999) };
    const picked = pickClaims(claims, ["groups:group-7", "groups:other", "*"]);
    assert.deepEqual(JSON.parse(JSON.stringify(picked)), {
      iss: "i",
      sub: "1",
      groups: ["group-7"],
    });
  });

  it("each setting is needed, and a wrong one is named without a secret", () => {
    assert.deepEqual(checkConfig(OIDC).problems, []);
    for (const name of ["PUBLIC_URL", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_ALLOWED"]) {
      const { [name]: _left, ...others } = OIDC as Record<string, string>;
      assert.match(checkConfig(others).problems.join(), new RegExp(`needs ${name}$`));
    }
    const secret = "the-client-secret";
    const wrong: Record<string, string>[] = [
      { ACCESS: "open" },
      { OFFLINE: "true" },
      { OIDC_ISSUER: "http://id.example" },
      { OIDC_ISSUER: "http://127.evil.example" },
      { OIDC_ISSUER: "https://user:secret@id.example" },
      { OIDC_ALLOWED: "ada" },
      { OIDC_ALLOWED: "@example.com,," },
      { ACCESS_ADMINS: "ada" },
      { OIDC_CLIENT_SECRET_FILE: "/missing" },
    ];
    for (const change of wrong) {
      const { problems } = checkConfig({ ...OIDC, OIDC_CLIENT_SECRET: secret, ...change });
      assert.ok(problems.length > 0, JSON.stringify(change));
      assert.doesNotMatch(problems.join(), new RegExp(secret));
    }
    assert.deepEqual(checkConfig({ ...OIDC, OIDC_ISSUER: "http://127.0.0.1:8080" }).problems, []);
    assert.match(checkConfig({ OIDC_NAME: "x" }).problems.join(), /OIDC_NAME needs ACCESS/);
  });
});
