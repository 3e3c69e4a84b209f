import "../styles/tool.css";
import { kit } from "../tool/kits/hash.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
