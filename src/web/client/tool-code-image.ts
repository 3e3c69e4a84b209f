import "../styles/tool.css";
import { kit } from "../tool/kits/code-image.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
