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

/** The bundle in a folder; each file is read from disk once, when it is first asked for. */
export function openAssets(folder: string = FOLDER): Assets {
  const known = new Map<string, Asset>();
  const names = namesIn(folder);
  const bytesOf = (name: string) =>
    names.includes(name) ? readFileSync(join(folder, name)) : undefined;
  const fromDisk = (name: string): Asset | undefined => {
    const type = TYPES[name.split(".").at(-1) ?? ""];
    const [bytes, br, gzip] = ["", ".br", ".gz"].map((ending) => bytesOf(name + ending));
    if (type === undefined || bytes === undefined) return undefined;
    return { type, bytes, encoded: { ...(br && { br }), ...(gzip && { gzip }) } };
  };
  return {
    fileOf(part) {
      const [stem, ending] = part.split(".");
      return names.find((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${ending}`));
    },
    read(name) {
      const asset = known.get(name) ?? fromDisk(name);
      if (asset) known.set(name, asset);
      return asset;
    },
  };
}

/** Without a bundle the pages still work, plainly: it must not keep the API from starting. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
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
