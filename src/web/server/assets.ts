import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContentCoding, Route } from "../../http/types.ts";

/** The bundle: one file for each part of the browser's code, named by its content. */
export interface Assets {
  /** The name of a part's file ("tool.js"); undefined when it was not built. */
  fileOf(part: string): string | undefined;
  /** The guides of the documentation as Markdown, by name. */
  guides(): Record<string, string>;
  /** A file of the bundle; undefined when none has this name. */
  read(name: string): Asset | undefined;
}

interface Asset {
  type: string;
  bytes: Buffer;
  /** Compressed by the build. */
  encodings: Partial<Record<ContentCoding, Buffer>>;
}

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};

/** Beside the compiled server. */
const FOLDER = fileURLToPath(new URL("../assets", import.meta.url));

/** Reads the bundle in a folder, all at once because a build may replace it while the server runs. */
export function openAssets(folder: string = FOLDER): Assets {
  const files = filesIn(folder);
  return {
    fileOf(part) {
      const [stem, extension] = part.split(".");
      // Vite's hashes have 8 characters, which tells "tool-…" from "tool-invoice-…".
      const pattern = new RegExp(`^${stem}-[\\w-]{8}\\.${extension}$`);
      return [...files.keys()].find((name) => pattern.test(name));
    },
    guides() {
      const json = files.get("guides.json");
      return json ? (JSON.parse(json.toString("utf8")) as Record<string, string>) : {};
    },
    read(name) {
      const type = TYPES[name.split(".").at(-1) ?? ""];
      const [bytes, br, gzip] = ["", ".br", ".gz"].map((ending) => files.get(name + ending));
      if (type === undefined || bytes === undefined) return undefined;
      return { type, bytes, encodings: { ...(br && { br }), ...(gzip && { gzip }) } };
    },
  };
}

/** Returns no files without a bundle, because a missing page script must not keep the API from starting. */
function filesIn(folder: string): Map<string, Buffer> {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } catch {
    return new Map();
  }
}

/** Serves the bundle. Its files may be cached forever, because their names change with their content. */
export function assetRoutes(assets: Assets): Route[] {
  const route: Route = {
    methods: ["GET", "HEAD"],
    path: "/assets/:name",
    handler: ({ params: { name = "" } }) => {
      const asset = assets.read(name);
      if (!asset) return { status: 404, type: "text/plain", body: "There is no such file.\n" };
      const { type, bytes: body, encodings } = asset;
      const headers = { "cache-control": "public, max-age=31536000, immutable" };
      return { type, headers, body, encodings };
    },
  };
  return [route];
}
