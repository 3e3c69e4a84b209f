import type { RequestContext } from "../../http/context.ts";
import type { Route } from "../../http/route.ts";
import { isMcp } from "./access-tokens.ts";

const PATH = "/.well-known/oauth-protected-resource";

interface ResourceSettings {
  publicUrl: string;
  issuer: string;
  scopes: readonly string[];
}

/** The routes by which clients of MCP find the provider (RFC 9728). */
export function createMetadataRoutes({ publicUrl, issuer, scopes }: ResourceSettings): Route[] {
  const json = {
    resource: toResource(publicUrl),
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    scopes_supported: scopes,
  };
  return [PATH, `${PATH}/mcp`].map((path) => ({
    methods: ["GET", "HEAD"],
    path,
    access: "public",
    handler: () => ({ json }),
  }));
}

/** Returns the audience of access tokens. */
export function toResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** Creates the function that adds to the challenge of a 401 where clients find the metadata. */
export function createChallenge(publicUrl: string) {
  const parameters = `resource_metadata="${publicUrl}${PATH}/mcp", scope="mcp"`;
  return (context: RequestContext): string | undefined => (isMcp(context) ? parameters : undefined);
}
