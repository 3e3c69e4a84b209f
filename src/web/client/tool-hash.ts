import "../styles/hash.css";
import { createKit } from "../tool/kits/hash.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(
  createKit(lazyPart(async () => (await import("../tool/kits/FileHashes.tsx")).FileHashes)),
);
