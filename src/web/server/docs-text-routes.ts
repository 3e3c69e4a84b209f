import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import { takeTurn } from "../../lib/concurrency/turns.ts";
import { compress } from "./page-renderer.ts";

interface DocsTextOptions {
  /** The guides of the documentation as Markdown, by name. */
  readGuides(): Readonly<Record<string, string>>;
  /** Creates the OpenAPI document. */
  document: () => Promise<object>;
}

/** The docs as the command palette reads them: the index of all, and each guide as Markdown. */
export function createDocsTextRoutes({ readGuides, document }: DocsTextOptions): Route[] {
  const guides = readGuides();
  const index = createTextRoute("/docs/search.json", "application/json", async () => {
    // Loaded with the first search, because few visits have one.
    const [{ listDocsEntries }, { packDocsIndex }] = await Promise.all([
      import("../docs/docs-entries.ts"),
      import("../docs/docs-index.ts"),
    ]);
    const entries = listDocsEntries(guides, await document());
    await takeTurn();
    return JSON.stringify(packDocsIndex(entries));
  });
  const texts = Object.entries(guides).map(([name, markdown]) =>
    createTextRoute(`/docs/${name}.md`, "text/markdown", () => markdown),
  );
  return [index, ...texts];
}

/** Creates the route of a text that never changes: built and compressed at its first request. */
function createTextRoute(path: string, type: string, build: () => string | Promise<string>): Route {
  let reply: Promise<Reply> | undefined;
  const load = async (): Promise<Reply> => {
    const body = await build();
    const encodings = { gzip: await compress(body) };
    const headers = { "cache-control": "no-cache" };
    return { type: `${type}; charset=utf-8`, headers, body, encodings };
  };
  return {
    methods: ["GET", "HEAD"],
    path,
    access: "signed-in",
    handler() {
      reply ??= load();
      reply.catch(() => (reply = undefined));
      return reply;
    },
  };
}
