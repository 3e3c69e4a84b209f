import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatDuration } from "../shell/time.ts";
import { withToken } from "./token.ts";

interface CountdownProps {
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  expiresAt: string | null;
  /** Seconds from the first request to the end. */
  lifetime: number;
  /** The generation of the inbox, each of which has its own expiry; 0 before the first request. */
  generation: number;
}

/** The time until the inbox expires. */
export function Countdown({
  api,
  token,
  expiresAt,
  generation,
  lifetime,
}: CountdownProps): JSX.Element {
  const end = useSignal<string | null | undefined>(expiresAt);
  const now = useSignal<number | undefined>(undefined);
  useEffect(() => {
    // The server rendered the expiry of the first generation.
    if (generation === 0 || (generation === 1 && end.value)) return undefined;
    let isLatest = true;
    const read = async () => {
      const response = await fetch(api, withToken(token));
      const { expiresAt: next } = (await response.json()) as { expiresAt?: string | null };
      if (isLatest) end.value = next;
    };
    void read().catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [generation]);
  useEffect(() => {
    const count = () => (now.value = Date.now());
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="countdown">
      {end.value
        ? formatCountdown(end.value, now.value)
        : `Expires ${formatDuration(lifetime)} after the first request`}
    </span>
  );
}

/** Formats the remaining time; the time of the day while `now` is undefined. */
function formatCountdown(end: string, now: number | undefined): string {
  if (now === undefined) return `Expires at ${end.slice(11, 16)} UTC`;
  const leftMs = Date.parse(end) - now;
  if (leftMs <= 0) return "This inbox has expired";
  const seconds = Math.floor(leftMs / 1000);
  return `Expires in ${Math.floor(seconds / 3600)}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
}

function padTwo(value: number): string {
  return String(value).padStart(2, "0");
}
