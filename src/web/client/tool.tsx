import "../styles/tool.css";
import { GENERIC_KIT } from "../tool/generic-kit.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(GENERIC_KIT);
