import "../styles/tool.css";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool();
