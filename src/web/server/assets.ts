import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** The bundle: a file for each of the browser's parts, named by its content. */
export interface Assets {
  /** The name of a part's file ("tool.js"); undefined when it was not built. */
  fileOf(part: string): string | undefined;
  files: ReadonlyMap<string, Asset>;
}

interface Asset {
  type: string;
  bytes: Buffer;
  /** Compressed when it was built, by encoding. */
  encoded: Partial<Record<"br" | "gzip", Buffer>>;
}

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};

/** Beside the compiled server. */
const FOLDER = fileURLToPath(new URL("../assets", import.meta.url));

/** Reads the bundle from disk, once. */
export function readAssets(folder: string = FOLDER): Assets {
  const files = new Map<string, Asset>();
  const names = readNames(folder);
  for (const name of names) {
    const type = TYPES[name.split(".").at(-1) ?? ""];
    if (type === undefined) continue;
    const read = (file: string) =>
      names.includes(file) ? readFileSync(join(folder, file)) : undefined;
    const [br, gzip] = [read(`${name}.br`), read(`${name}.gz`)];
    const encoded = { ...(br && { br }), ...(gzip && { gzip }) };
    files.set(name, { type, bytes: readFileSync(join(folder, name)), encoded });
  }
  const fileOf = (part: string) => {
    const [stem, ending] = part.split(".");
    return [...files.keys()].find(
      (name) => name.startsWith(`${stem}-`) && name.endsWith(`.${ending}`),
    );
  };
  return { fileOf, files };
}

/** Without a bundle the pages still work, plainly: it must not keep the API from starting. */
function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Serves the bundle: compressed once, kept for ever, for its names change with its content. */
export function assetRoutes(app: FastifyInstance, { files }: Assets): void {
  app.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const asset = files.get(request.params.name);
    if (!asset) return reply.code(404).type("text/plain").send("There is no such file.\n");
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding = (["br", "gzip"] as const).find(
      (one) => accepted.includes(one) && asset.encoded[one],
    );
    if (encoding) reply.header("content-encoding", encoding);
    return reply
      .type(asset.type)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("vary", "Accept-Encoding")
      .send(encoding ? asset.encoded[encoding] : asset.bytes);
  });
}
