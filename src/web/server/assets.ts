import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** The bundle: a file for each of the browser's parts, named by its content. */
export interface Assets {
  /** The name of a part's file ("tool.js"); undefined when it was not built. */
  fileOf(part: string): string | undefined;
  /** A file of the bundle; undefined when there is none of this name. */
  read(name: string): Asset | undefined;
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

/** The bundle in a folder, all of it read at once: a build meanwhile may put another in its place. */
export function openAssets(folder: string = FOLDER): Assets {
  const files = filesIn(folder);
  return {
    fileOf(part) {
      const [stem, ending] = part.split(".");
      return [...files.keys()].find(
        (name) => name.startsWith(`${stem}-`) && name.endsWith(`.${ending}`),
      );
    },
    read(name) {
      const type = TYPES[name.split(".").at(-1) ?? ""];
      const [bytes, br, gzip] = ["", ".br", ".gz"].map((ending) => files.get(name + ending));
      if (type === undefined || bytes === undefined) return undefined;
      return { type, bytes, encoded: { ...(br && { br }), ...(gzip && { gzip }) } };
    },
  };
}

/** Without a bundle the pages still work, plainly: it must not keep the API from starting. */
function filesIn(folder: string): Map<string, Buffer> {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } catch {
    return new Map();
  }
}

/** Serves the bundle: compressed once, kept for ever, for its names change with its content. */
export function assetRoutes(app: FastifyInstance, assets: Assets): void {
  app.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const asset = assets.read(request.params.name);
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
