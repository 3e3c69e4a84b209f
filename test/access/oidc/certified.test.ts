import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../../support/eventually.ts";
import { Agent } from "../support/agent.ts";
import { type CertifiedProvider, startCertifiedProvider } from "../support/certified-provider.ts";
import { type KeyServer, startKeyServer } from "../support/keys.ts";

const PUBLIC_URL = "https://sundry.example";
const CLIENT = { clientId: "sundry", clientSecret: "a secret with spaces & signs: 100%" };

let provider: CertifiedProvider;
let server: KeyServer;

function createAgent(): Agent {
  return new Agent({ [PUBLIC_URL]: server.url });
}

async function readMe(agent: Agent): Promise<Record<string, unknown>> {
  const response = await agent.fetch(`${PUBLIC_URL}/api/v1/me`);
  return (await response.json()) as Record<string, unknown>;
}

const ada = { sub: "42", email: "Ada@Example.com", email_verified: true, groups: ["x", "admins"] };
const bob = { sub: "43", email: "bob@example.com", email_verified: true };
const eve = { sub: "44", email: "eve@example.com", email_verified: false };

/** Signs in; resolves with the last response and the URL of the callback. */
async function signIn(agent: Agent, account: CertifiedProvider["account"], path = "/usage") {
  provider.account = account;
  const begin = `${PUBLIC_URL}/auth/oidc?next=${encodeURIComponent(path)}`;
  const { visited, ...end } = await agent.open(begin);
  const callback = visited.find((url) => url.startsWith(`${PUBLIC_URL}/auth/oidc/callback`));
  return { ...end, callback: callback ?? "" };
}

describe("single sign-on at a certified provider", { timeout: 240_000 }, () => {
  before(async () => {
    provider = await startCertifiedProvider({
      ...CLIENT,
      redirectUris: [`${PUBLIC_URL}/auth/oidc/callback`],
      resource: `${PUBLIC_URL}/mcp`,
      scope: "mcp tools:*",
    });
    server = await startKeyServer({
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.clientId,
      OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_ALLOWED: "@example.com",
      OIDC_NAME: "Sign in with Example",
      ACCESS_ADMINS: "groups:admins",
      ACCESS_USER_SCOPES: "tools:hash,mcp,usage",
    });
  });
  after(async () => {
    await server.stop();
    await provider.close();
  });

  it("a navigation leads to the button, the provider and back to where it began", async () => {
    const agent = createAgent();
    const begun = await agent.open(`${PUBLIC_URL}/tools/hash?a=b`);
    assert.equal(begun.url, `${PUBLIC_URL}/sign-in?next=%2Ftools%2Fhash%3Fa%3Db`);
    const page = await begun.response.text();
    assert.match(page, /Sign in with Example/);
    const [, href = ""] = /href="(\/auth\/oidc[^"]*)"/.exec(page) ?? [];
    provider.account = bob;
    const { response, url, visited } = await agent.open(PUBLIC_URL + href);
    assert.equal(response.status, 200);
    assert.equal(url, `${PUBLIC_URL}/tools/hash?a=b`);
    assert.match(await response.text(), /Signed in as <b>bob@example.com<\/b>/);
    const asked = new URL(visited[1] ?? "").searchParams;
    assert.equal(asked.get("redirect_uri"), `${PUBLIC_URL}/auth/oidc/callback`);
    assert.equal(asked.get("code_challenge_method"), "S256");
    assert.equal(asked.get("scope"), "openid email profile");
    for (const name of ["state", "nonce", "code_challenge"])
      assert.equal(asked.get(name)?.length, 43, name);
    assert.deepEqual(await readMe(agent), {
      kind: "user",
      id: null,
      name: "bob@example.com",
      scopes: ["tools:hash", "mcp", "usage"],
      admin: false,
      perDay: 100,
      expiresAt: null,
    });
  });

  it("claims of the UserInfo endpoint make an administrator, and an unverified address is refused", async () => {
    const agent = createAgent();
    const { url } = await signIn(agent, ada);
    assert.equal(url, `${PUBLIC_URL}/usage`);
    const { name, admin } = await readMe(agent);
    assert.deepEqual({ name, admin }, { name: "ada@example.com", admin: true });
    assert.equal((await agent.fetch(`${PUBLIC_URL}/api/v1/keys`)).status, 200);
    const stranger = createAgent();
    const { response } = await signIn(stranger, eve);
    assert.equal(response.status, 403);
    assert.match(await response.text(), /This account may not use this server/);
    assert.equal((await stranger.fetch(`${PUBLIC_URL}/api/v1/me`)).status, 401);
  });

  it("who declines at the provider gets a 403 page", async () => {
    const { response } = await signIn(createAgent(), undefined);
    assert.equal(response.status, 403);
    assert.match(await response.text(), /did not let you sign in[^]*href="\/sign-in">Try again/);
  });

  it("a callback works once, in its own browser, with its own state", async () => {
    const agent = createAgent();
    const { callback } = await signIn(agent, bob);
    const refused: [Agent, string][] = [
      [agent, callback],
      [createAgent(), callback],
    ];
    const other = createAgent();
    await other.fetch(`${PUBLIC_URL}/auth/oidc`);
    refused.push([other, callback], [other, callback.replace(/state=[^&]*/, "")]);
    for (const [browser, url] of refused) {
      const response = await browser.fetch(url);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /was not begun in this browser/);
    }
    assert.equal((await other.fetch(`${PUBLIC_URL}/api/v1/me`)).status, 401);
    // The sign-in that was begun there still works.
    assert.equal((await signIn(other, bob)).response.status, 200);
  });

  it("a response of another issuer is refused, and no code is redeemed twice", async () => {
    for (const change of [
      (url: string) => url.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example"),
      (url: string) => url.replace(/&iss=[^&]*/, ""),
      (url: string) => url.replace(/code=[^&]*/, "code=stolen"),
      (url: string) => `${url}&code=second`,
    ]) {
      provider.account = bob;
      const agent = createAgent();
      const begin = `${PUBLIC_URL}/auth/oidc`;
      const at = await agent.follow(begin, `${begin}/callback`);
      const response = await agent.fetch(change(at));
      assert.equal(response.status, 400, change(at));
      assert.match(await response.text(), /response is not valid/);
      // The attempt is over.
      assert.equal((await agent.fetch(at)).status, 400);
    }
  });

  it("only paths of this server open afterwards, and the Host header decides nothing", async () => {
    for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example"]) {
      const { url } = await signIn(createAgent(), bob, next);
      assert.equal(url, `${PUBLIC_URL}/`, next);
    }
    const response = await fetch(`${server.url}/auth/oidc`, {
      redirect: "manual",
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    });
    assert.equal(response.status, 303);
    assert.doesNotMatch(response.headers.get("location") ?? "", /evil/);
    assert.match(
      response.headers.get("set-cookie") ?? "",
      /^__Host-sundry_sign_in=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Secure; Max-Age=600$/,
    );
  });

  it("a sign-in starts a new session, whatever cookie the browser brings", async () => {
    const agent = createAgent();
    await signIn(agent, bob);
    const first = agent.getCookie(PUBLIC_URL, "__Host-sundry_session");
    await signIn(agent, ada);
    const second = agent.getCookie(PUBLIC_URL, "__Host-sundry_session");
    assert.notEqual(first, second);
    const old = await fetch(`${server.url}/api/v1/me`, {
      headers: { cookie: `__Host-sundry_session=${first}` },
    });
    assert.equal(old.status, 401);
    const out = await agent.fetch(`${PUBLIC_URL}/sign-out`, { method: "POST" });
    assert.equal(out.status, 303);
    assert.equal((await agent.fetch(`${PUBLIC_URL}/api/v1/me`)).status, 401);
  });

  it("sign-ins are logged by the account, and no secret is in the log", async () => {
    const { callback } = await signIn(createAgent(), bob);
    await eventually(() => {
      const lines = server.log.filter((line) => line.includes('"session.started"'));
      assert.ok(lines.some((line) => line.includes('"by":"bob@example.com"')));
    });
    const { code = "", state = "" } = Object.fromEntries(new URL(callback).searchParams);
    const log = server.log.join("\n");
    for (const secret of [code, state, CLIENT.clientSecret])
      assert.ok(secret !== "" && !log.includes(secret));
  });
});
