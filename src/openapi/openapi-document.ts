import { takeTurn } from "../lib/concurrency/turns.ts";
import type { Tool } from "../tools/define.ts";
import { createAccessPaths } from "./access.ts";
import { addCredentials, CREDENTIAL_SCHEMES, listCredentials } from "./credentials.ts";
import { createKeyPaths, createKeySchemas } from "./keys.ts";
import { createBatchPaths } from "./batch.ts";
import { createFilePaths } from "./files.ts";
import { createInboxPaths } from "./inbox.ts";
import { shareRepeats } from "./share-repeats.ts";
import { createComponents } from "./components.ts";
import { createServicePaths } from "./service.ts";
import { createToolPaths, listSharedSchemas } from "./tools.ts";

type Paths = Record<string, object>;

interface ServerFacts {
  version: string;
  publicUrl: string | undefined;
  basePath: string;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit: number | undefined;
  /** True: administrators issue keys. */
  hasKeys: boolean;
  /** True: callers need a credential. */
  requiresKey: boolean;
}

/**
 * Returns the OpenAPI 3.1 document of the whole API. It takes several turns of the event loop,
 * because the first time they take 60 ms together.
 */
export async function createOpenApiDocument(
  tools: readonly Tool[],
  server: ServerFacts,
): Promise<object> {
  const { version, publicUrl, basePath, dailyLimit, hasKeys, requiresKey } = server;
  await takeTurn();
  const paths: Paths = {
    ...Object.fromEntries(tools.flatMap(createToolPaths)),
    ...createBatchPaths(tools),
    ...createInboxPaths(requiresKey),
    ...createFilePaths(),
    ...createAccessPaths(),
    ...createServicePaths(),
  };
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Sundry",
      version,
      description: `A self-hosted developer utility API${requiresKey ? "" : ": no account, no key needed"}. Schema members that begin with \`x-\` describe how a value is read: its alias, synonyms and unit. Besides the headers that an operation lists, responses have \`Access-Control-Allow-Origin: *\`, \`X-Content-Type-Options: nosniff\` and, if needed, \`Cache-Control\`; pages and SVG have a \`Content-Security-Policy\` that forbids scripts. Unknown paths are 404, requests that take too long to arrive 408, and methods that a path does not have are 405 with \`Allow\`.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl ?? (basePath || "/") }],
    security: listCredentials(hasKeys, requiresKey),
    tags: [
      { name: "Tools", description: "JSON in; JSON, a picture or a page out." },
      { name: "Batch", description: "A tool for each row of a list or table." },
      { name: "Inbox", description: "Requests of any kind, kept until the inbox's `expiresAt`." },
      { name: "Files", description: "Files that inputs and results name instead of their bytes." },
      { name: "Access", description: "Who the caller is, and what it used." },
      { name: "Service", description: "Health, metrics and descriptions of the API." },
    ],
    paths: hasKeys ? addCredentials({ ...paths, ...createKeyPaths() }, requiresKey) : paths,
    components: createComponents(dailyLimit, {
      schemas: { ...listSharedSchemas(tools), ...(hasKeys && createKeySchemas()) },
      securitySchemes: hasKeys ? CREDENTIAL_SCHEMES : {},
    }),
  };
  await takeTurn();
  const shared = shareRepeats(document);
  await takeTurn();
  return shared;
}
