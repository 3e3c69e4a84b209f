import "../styles/tool.css";
import { kit } from "../tool/kits/qr.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
