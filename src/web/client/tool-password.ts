import "../styles/tools/password.css";
import { kit } from "../tool/kits/password/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
