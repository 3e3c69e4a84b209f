import "../styles/inbox.css";
import { Inbox } from "../inbox/Inbox.tsx";
import { wake } from "./hydrate.tsx";

wake("inbox", Inbox);
