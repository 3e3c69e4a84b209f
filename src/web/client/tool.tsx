import "../styles/tool.css";
import { Playground } from "../tool/Playground.tsx";
import { wake } from "./hydrate.tsx";

wake("playground", Playground);
