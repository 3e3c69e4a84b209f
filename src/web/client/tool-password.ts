import "../styles/password.css";
import { kit } from "../tool/kits/password.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
