import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An account of the provider: its claims. */
export type Account = { sub: string } & Record<string, unknown>;

/** A provider on loopback that is certified for OpenID Connect. */
export interface CertifiedProvider {
  issuer: string;
  /** The user who signs in next; undefined: one who declines. */
  account: Account | undefined;
  close(): Promise<void>;
}

interface ProviderOptions {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  /** The audience of access tokens, and their scopes with spaces between. */
  resource: string;
  scope: string;
}

/** The members of the package that tests use; it has no types. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
  ): Promise<void>;
  Grant: new (values: object) => Grant;
}

interface Grant {
  addOIDCScope(scope: string): void;
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<void>;
}

/** The part of a request's context that grants need. */
interface GrantContext {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: Provider;
  };
}

export async function startCertifiedProvider(options: ProviderOptions): Promise<CertifiedProvider> {
  const server = createServer();
  // A connection that is closed while it is used again would fail the sign-in.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: CertifiedProvider = {
    issuer,
    account: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const accounts = new Map<string, Account>();
  const provider = await createProvider(issuer, options, accounts);
  const handle = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    const { account } = started;
    const declined = { error: "access_denied", error_description: "declined" };
    const result = account ? { login: { accountId: account.sub } } : declined;
    if (account) accounts.set(account.sub, account);
    return void provider.interactionFinished(request, response, result);
  });
  return started;
}

async function createProvider(
  issuer: string,
  { clientId, clientSecret, redirectUris, resource, scope }: ProviderOptions,
  accounts: ReadonlyMap<string, Account>,
): Promise<Provider> {
  const name: string = "oidc-provider";
  const { Provider: Create } = (await import(name)) as {
    Provider: new (issuer: string, settings: object) => Provider;
  };
  return new Create(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["the-cookie-key-of-the-tests"] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context: unknown, _client: unknown, ...[sent]: string[]) => sent,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => accounts.get(accountId),
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }: GrantContext) {
      const { accountId } = session;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope("openid email profile");
      grant.addResourceScope(resource, scope);
      await grant.save();
      return grant;
    },
  });
}
