import "../styles/inbox.css";
import { Inbox } from "../inbox/Inbox.tsx";
import { hydrateIsland } from "./hydrate.tsx";

hydrateIsland("inbox", Inbox);
