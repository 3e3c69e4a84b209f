import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";

/** A command line to copy. */
export function Command({ command }: { command: string }): JSX.Element {
  return (
    <p class="command">
      <code>{command}</code>
      <Copy text={command} what="the command" />
    </p>
  );
}
