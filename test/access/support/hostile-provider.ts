import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { base64url, exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** Members of a token's header and claims; null removes one. */
export type Members = Record<string, unknown>;

/** A provider that responds with what a test wants. */
export interface HostileProvider {
  issuer: string;
  /** Every request is 503. */
  isDown: boolean;
  /** Creates the ID token of the next sign-in, with the nonce that was asked for. */
  createIdToken(nonce: string): Promise<string>;
  /** The response of the UserInfo endpoint. */
  userInfo: Members;
  /** Paths of the requests so far. */
  requests: string[];
  /** Returns a token that is signed with the published key. */
  sign(claims: Members, header?: Members, pair?: KeyPair): Promise<string>;
  /** Returns a token without a signature. */
  signWithNone(claims: Members): string;
  /** Returns a token whose HMAC has the published key as its secret. */
  signWithPublicKey(claims: Members): Promise<string[]>;
  /** Replaces the published key. */
  rotate(): Promise<void>;
  createKeys(): Promise<KeyPair>;
  close(): Promise<void>;
}

const ALG = "RS256";

export async function startHostileProvider(): Promise<HostileProvider> {
  const nonces = new Map<string, string>();
  let generation = 0;
  let keys = await createKeys();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    provider.requests.push(url.pathname);
    if (provider.isDown) return void response.writeHead(503).end();
    return void respond(url, response, request);
  });
  // A connection that is closed while it is used again would fail the sign-in.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(url: URL, response: ServerResponse, request: AsyncIterable<Buffer>) {
    if (url.pathname === "/authorize") {
      const { redirect_uri = "", state = "", nonce = "" } = Object.fromEntries(url.searchParams);
      const code = createHash("sha256").update(nonce).digest("hex");
      nonces.set(code, nonce);
      const query = new URLSearchParams({ code, state });
      return response.writeHead(302, { location: `${redirect_uri}?${query}` }).end();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const json = await createJson(url.pathname, nonces.get(form.get("code") ?? "") ?? "");
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify(json));
  }

  async function createJson(path: string, nonce: string): Promise<object> {
    if (path === "/keys") {
      const jwk = await exportJWK(keys.publicKey);
      return { keys: [{ ...jwk, kid: `key-${generation}`, use: "sig", alg: ALG }] };
    }
    if (path === "/token") {
      const idToken = await provider.createIdToken(nonce);
      return { access_token: "opaque", token_type: "Bearer", id_token: idToken };
    }
    if (path === "/userinfo") return provider.userInfo;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ["none", "HS256", ALG],
    };
  }

  const provider: HostileProvider = {
    issuer,
    isDown: false,
    createIdToken: () => Promise.reject(new Error("no ID token")),
    userInfo: {},
    requests: [],
    sign: (claims, header = {}, pair = keys) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALG, kid: `key-${generation}`, ...header })
        .sign(pair.privateKey),
    signWithNone: (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`,
    async signWithPublicKey(claims) {
      const { publicKey } = keys;
      const secrets = [await exportSPKI(publicKey), JSON.stringify(await exportJWK(publicKey))];
      const body = `${encode({ alg: "HS256", kid: `key-${generation}` })}.${encode(claims)}`;
      return secrets.map(
        (secret) => `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`,
      );
    },
    async rotate() {
      generation += 1;
      keys = await createKeys();
    },
    createKeys,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}

function createKeys(): Promise<KeyPair> {
  return generateKeyPair(ALG, { extractable: true });
}

function encode(value: object): string {
  return base64url.encode(JSON.stringify(value));
}
