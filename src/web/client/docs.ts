import "../styles/docs.css";
import { startShell } from "../shell/shell.ts";

startShell();
