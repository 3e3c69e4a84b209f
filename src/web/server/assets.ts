import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";

/** The bundle: one file for each part of the browser's code, named by its content. */
export interface Assets {
  /** The name of a part's file ("tool.js"); undefined when it was not built. */
  findFile(part: string): string | undefined;
  /**
   * The styles of a part ("tool.css") for a page that finds files at `path`; undefined when it was
   * not built.
   */
  getStyles(part: string, path: string): InlineStyles | undefined;
  /** The reply with a file of the bundle; undefined when none has this name. */
  read(name: string): Reply | undefined;
}

/** The content of a `style` element, and its source in a content security policy. */
interface InlineStyles {
  text: string;
  source: string;
}

/**
 * Extension of files that the build stores compressed only, because nearly every browser accepts
 * Brotli.
 */
const BROTLI = ".br";

/** The end of a file's name, after the name of its part. */
const HASH_AND_EXTENSION = /-[\w-]{8}\.\w+$/;

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};

/** Files may be cached forever, because their names change with their content. */
const IMMUTABLE = { "cache-control": "public, max-age=31536000, immutable" };

/**
 * Policies of the scripts of workers, which do not have that of their page. They load nothing; the
 * hashes of files are WebAssembly.
 */
const WORKER_POLICIES: Record<string, string> = {
  "compare-worker": "default-src 'none'",
  "file-hash-worker": "default-src 'none'; script-src 'wasm-unsafe-eval'",
};

/** The bundle next to the compiled server: all of its files in one. */
const BUNDLE = new URL("../assets.bin", import.meta.url);

/** Reads the bundle at the start, because a build may replace it while the server runs. */
export function openAssets(): Assets {
  const assets = new Map<string, Reply>();
  for (const [file, bytes] of readFiles()) {
    const name = file.endsWith(BROTLI) ? file.slice(0, -BROTLI.length) : file;
    const type = TYPES[name.split(".").at(-1) ?? ""];
    if (type === undefined) continue;
    const policy = WORKER_POLICIES[name.replace(HASH_AND_EXTENSION, "")];
    const headers = { ...IMMUTABLE, ...(policy && { "content-security-policy": policy }) };
    const isCompressed = name !== file;
    assets.set(
      name,
      isCompressed
        ? toBrotliReply({ type, headers }, bytes)
        : { type, headers, body: bytes, encodings: {} },
    );
  }
  const styles = new Map<string, InlineStyles>();
  function findFile(part: string): string | undefined {
    const [stem, extension] = part.split(".");
    // Matches hashes of 8 characters, so that "tool-…" does not match "tool-invoice-…".
    const pattern = new RegExp(`^${stem}-[\\w-]{8}\\.${extension}$`);
    return [...assets.keys()].find((name) => pattern.test(name));
  }
  return {
    findFile,
    getStyles(part, path) {
      const cached = styles.get(part);
      if (cached) return cached;
      const body = assets.get(findFile(part) ?? "")?.body;
      if (!Buffer.isBuffer(body)) return undefined;
      const inline = toInlineStyles(body.toString("utf8"), path);
      styles.set(part, inline);
      return inline;
    },
    read: (name) => assets.get(name),
  };
}

function toInlineStyles(css: string, path: string): InlineStyles {
  const text = css.replaceAll('url("', `url("${path}`);
  return { text, source: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

/**
 * Returns the reply with a file in Brotli, which is decompressed for the first client that does not
 * accept Brotli.
 */
function toBrotliReply(head: Pick<Reply, "type" | "headers">, br: Buffer): Reply {
  let body: Buffer | undefined;
  let gzip: Buffer | undefined;
  const asset = {
    ...head,
    get body() {
      return (body ??= brotliDecompressSync(br));
    },
    encodings: {
      br,
      get gzip() {
        return (gzip ??= gzipSync(asset.body, { level: 9 }));
      },
    },
  };
  return asset;
}

/**
 * Returns the files of the bundle by their names: a line of JSON has the names and lengths, and the
 * contents follow. Returns none without a bundle, because a missing page script must not keep the
 * API from starting.
 */
function readFiles(): [name: string, bytes: Buffer][] {
  if (!existsSync(BUNDLE)) return [];
  const bundle = readFileSync(BUNDLE);
  let start = bundle.indexOf("\n") + 1;
  const entries = JSON.parse(bundle.toString("utf8", 0, start)) as [string, number][];
  return entries.map(([name, length]) => [name, bundle.subarray(start, (start += length))]);
}

/** Serves the bundle. */
export function createAssetRoutes(assets: Assets): Route[] {
  const route: Route = {
    methods: ["GET", "HEAD"],
    path: "/assets/:name",
    access: "public",
    handler: ({ params: { name = "" } }) =>
      assets.read(name) ?? { status: 404, type: "text/plain", body: "There is no such file.\n" },
  };
  return [route];
}
