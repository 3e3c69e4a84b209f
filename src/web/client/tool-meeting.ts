import "../styles/tools/meeting.css";
import { kit } from "../tool/kits/meeting/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
