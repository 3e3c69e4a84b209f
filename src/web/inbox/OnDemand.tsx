import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

type Parts = typeof import("./on-demand.tsx");

const parts = signal<Parts | undefined>(undefined);
const hasFailed = signal(false);

async function load(): Promise<void> {
  hasFailed.value = false;
  try {
    parts.value ??= await import("./on-demand.tsx");
  } catch {
    hasFailed.value = true;
  }
}

/** Renders a part of the page whose script is loaded on first use, because most visits only read requests. */
export function OnDemand({ children }: { children(loaded: Parts): JSX.Element }): JSX.Element {
  useEffect(() => void load(), []);
  if (parts.value) return children(parts.value);
  if (!hasFailed.value) return <p class="empty pad">Loading…</p>;
  return (
    <p class="problem pad" role="alert">
      This part could not be loaded.{" "}
      <button type="button" class="button" onClick={() => void load()}>
        Try again
      </button>
    </p>
  );
}
