import "../styles/tool.css";
import { Playground } from "../tool/Playground.tsx";
import { hydrateIsland } from "./hydrate.tsx";

hydrateIsland("playground", Playground);
