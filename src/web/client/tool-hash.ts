import "../styles/tools/hash.css";
import { createKit } from "../tool/kits/hash/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(
  createKit(lazyPart(async () => (await import("../tool/kits/hash/FileHashes.tsx")).FileHashes)),
);
