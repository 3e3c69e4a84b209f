import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Agent } from "../support/agent.ts";
import {
  type HostileProvider,
  type Members,
  startHostileProvider,
} from "../support/hostile-provider.ts";
import { ADMIN_TOKEN, type KeyServer, startKeyServer } from "../support/keys.ts";

const PUBLIC_URL = "http://sundry.example";

let provider: HostileProvider;
let server: KeyServer;

function createClaims(nonce: string): Members {
  const now = Math.floor(Date.now() / 1000);
  return { iss: provider.issuer, aud: "sundry", sub: "42", iat: now, exp: now + 300, nonce };
}

/** Signs in with an ID token; resolves with the status of the last response. */
async function signIn(createIdToken: HostileProvider["createIdToken"]) {
  provider.createIdToken = createIdToken;
  const agent = new Agent({ [PUBLIC_URL]: server.url });
  const { response } = await agent.open(`${PUBLIC_URL}/auth/oidc?next=/usage`);
  return { agent, response };
}

describe("responses of a provider", { timeout: 240_000 }, () => {
  before(async () => {
    provider = await startHostileProvider();
    server = await startKeyServer({
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "sundry",
      OIDC_ALLOWED: "ada@example.com,sub:42",
    });
  });
  after(async () => {
    await server.stop();
    await provider.close();
  });

  it("an ID token counts with the provider's signature and its own claims alone", async () => {
    provider.userInfo = { sub: "42" };
    const sign = (change: Members) => (nonce: string) =>
      provider.sign({ ...createClaims(nonce), ...change });
    const now = Math.floor(Date.now() / 1000);
    const foreign = await provider.createKeys();
    const refused: [string, HostileProvider["createIdToken"]][] = [
      ["no signature", (nonce) => Promise.resolve(provider.signWithNone(createClaims(nonce)))],
      [
        "HS256 with the public key as PEM",
        async (nonce) => (await provider.signWithPublicKey(createClaims(nonce)))[0] ?? "",
      ],
      [
        "HS256 with the public key as JWK",
        async (nonce) => (await provider.signWithPublicKey(createClaims(nonce)))[1] ?? "",
      ],
      ["a foreign key", (nonce) => provider.sign(createClaims(nonce), {}, foreign)],
      ["an unknown key", (nonce) => provider.sign(createClaims(nonce), { kid: "x" }, foreign)],
      ["another nonce", sign({ nonce: "replayed" })],
      ["no nonce", sign({ nonce: undefined })],
      ["another issuer", sign({ iss: "https://evil.example" })],
      ["another audience", sign({ aud: "another" })],
      ["expired", sign({ exp: now - 60 })],
      ["not yet valid", sign({ nbf: now + 600 })],
      ["no subject", sign({ sub: undefined })],
      ["text", () => Promise.resolve("a.b.c")],
    ];
    for (const [reason, createIdToken] of refused) {
      const { agent, response } = await signIn(createIdToken);
      assert.equal(response.status, 400, reason);
      assert.match(await response.text(), /response is not valid/);
      assert.equal(agent.getCookie(PUBLIC_URL, "sundry_session"), undefined, reason);
    }
    // Within the tolerance of clocks.
    const late = await signIn((nonce) =>
      provider.sign({ ...createClaims(nonce), exp: Math.floor(Date.now() / 1000) - 5 }),
    );
    assert.equal(late.response.status, 200);
    const { agent } = await signIn(sign({}));
    const me = await (await agent.fetch(`${PUBLIC_URL}/api/v1/me`)).json();
    assert.equal((me as { name: string }).name, "sub:42");
  });

  it("claims of another subject are refused, and an address is verified where it was named", async () => {
    const createIdToken = (nonce: string) => provider.sign({ ...createClaims(nonce), sub: "7" });
    const email = "ada@example.com";
    const verdicts: [Members, number][] = [
      [{ sub: "8", email, email_verified: true }, 400],
      [{ sub: "7", email, email_verified: true }, 200],
      [{ sub: "7", email, email_verified: "true" }, 403],
      [{ sub: "7", email }, 403],
      [{ sub: "7", email: [email], email_verified: true }, 403],
    ];
    for (const [userInfo, status] of verdicts) {
      provider.userInfo = userInfo;
      const { response } = await signIn(createIdToken);
      assert.equal(response.status, status, JSON.stringify(userInfo));
    }
    // The ID token names one address, and the endpoint verifies another.
    provider.userInfo = { sub: "7", email: "eve@example.com", email_verified: true };
    const { response } = await signIn((nonce) =>
      provider.sign({ ...createClaims(nonce), sub: "7", email }),
    );
    assert.equal(response.status, 403);
  });

  it("without the provider sessions, keys and the start go on, and a sign-in is 503 with a link", async () => {
    provider.userInfo = { sub: "42" };
    const { agent } = await signIn((nonce) => provider.sign(createClaims(nonce)));
    provider.isDown = true;
    const other = await startKeyServer({
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "sundry",
      OIDC_ALLOWED: "*",
    });
    try {
      for (const { url } of [server, other]) {
        const { response } = await new Agent({ [PUBLIC_URL]: url }).open(`${PUBLIC_URL}/auth/oidc`);
        // One has the metadata already: the browser itself meets the provider.
        if (url === other.url) {
          assert.match(await response.text(), /does not work[^]*href="\/sign-in">Try again/);
          assert.ok(Number(response.headers.get("retry-after")) > 0);
        }
        assert.equal(response.status, 503);
      }
      assert.equal((await agent.fetch(`${PUBLIC_URL}/api/v1/me`)).status, 200);
      assert.equal((await server.as(ADMIN_TOKEN, "/api/v1/me")).status, 200);
      provider.isDown = false;
      provider.createIdToken = (nonce) => provider.sign(createClaims(nonce));
      const again = await new Agent({ [PUBLIC_URL]: other.url }).open(`${PUBLIC_URL}/auth/oidc`);
      assert.equal(again.response.status, 200);
    } finally {
      provider.isDown = false;
      await other.stop();
    }
  });
});
