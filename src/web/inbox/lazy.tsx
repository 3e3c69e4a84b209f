import type { ComponentType, JSX } from "preact";
import { lazyPart } from "../shell/lazy-part.tsx";
import type { WaitingProps } from "../shell/part-element.tsx";
import { Retry } from "./Retry.tsx";

// One file for all, because most visits only read requests.
const parts = () => import("./lazy-components.ts");

type InboxParts = Awaited<ReturnType<typeof parts>>;

/** Creates a part of the page whose script is loaded when it is shown first. */
export function lazy<P extends object>(
  pick: (loaded: InboxParts) => ComponentType<P>,
): ComponentType<P> {
  return lazyPart(async () => pick(await parts()), { Waiting, isBrowserOnly: true });
}

function Waiting({ retry }: WaitingProps): JSX.Element {
  if (!retry) return <p class="empty pad">Loading…</p>;
  return <Retry problem="This part could not be loaded." retry={() => void retry()} />;
}
