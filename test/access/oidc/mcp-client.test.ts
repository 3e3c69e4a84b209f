import assert from "node:assert/strict";
import { it } from "node:test";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { Agent } from "../support/agent.ts";
import { startCertifiedProvider } from "../support/certified-provider.ts";
import { startKeyServer } from "../support/keys.ts";

const PUBLIC_URL = "https://sundry.example";
const CALLBACK = "http://localhost:1/callback";
const REGISTERED = { client_id: "assistant", client_secret: "the-secret-of-the-assistant" };

it("the official client of MCP finds the provider, signs in, and asks for a scope that it lacks", async (test) => {
  const provider = await startCertifiedProvider({
    clientId: REGISTERED.client_id,
    clientSecret: REGISTERED.client_secret,
    redirectUris: [CALLBACK],
    resource: `${PUBLIC_URL}/mcp`,
    scope: "mcp tools:hash tools:qr",
  });
  test.after(() => provider.close());
  provider.account = { sub: "42" };
  const server = await startKeyServer({
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "sundry",
    OIDC_ALLOWED: "sub:42",
    ACCESS_USER_SCOPES: "tools:hash,mcp",
  });
  test.after(() => server.stop());

  const agent = new Agent({});
  const asked: string[] = [];
  let [verifier, callback] = ["", ""];
  let tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  const authProvider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK] },
    clientInformation: () => REGISTERED,
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    async redirectToAuthorization(url) {
      asked.push(url.searchParams.get("scope") ?? "");
      callback = await agent.follow(url.href, CALLBACK);
    },
  };
  /** Connects, and signs in as often as the server asks for it. */
  async function use<T>(run: (client: Client) => Promise<T>): Promise<T> {
    for (;;) {
      const transport = new StreamableHTTPClientTransport(new URL(`${PUBLIC_URL}/mcp`), {
        authProvider,
        fetch: (url, init) => fetch(String(url).replace(PUBLIC_URL, server.url), init),
      });
      const client = new Client({ name: "test", version: "1" });
      try {
        await client.connect(transport);
        return await run(client);
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || asked.length > 3) throw error;
        await transport.finishAuth(new URL(callback).searchParams);
      } finally {
        await client.close();
      }
    }
  }

  const listNames = () =>
    use(async (client) => (await client.listTools()).tools.map(({ name }) => name));
  assert.ok(!(await listNames()).includes("hash"));
  assert.deepEqual(asked, ["mcp"]);
  const result = await use((client) =>
    client.callTool({ name: "hash", arguments: { text: "abc" } }),
  );
  assert.match(JSON.stringify(result), /ba7816bf/);
  assert.deepEqual(asked[1]?.split(" ").sort(), ["mcp", "tools:hash"]);
  const names = await listNames();
  assert.ok(names.includes("hash") && !names.includes("qr"), names.join());
});
