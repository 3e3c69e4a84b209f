import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { withToken } from "./token.ts";

interface CountdownProps {
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  expiresAt: string | null;
  /** Which life of the inbox this is: each has an end of its own, the first (0) begins with a request. */
  life: number;
}

/** How long the inbox has left. */
export function Countdown({ api, token, expiresAt, life }: CountdownProps): JSX.Element {
  const end = useSignal(expiresAt);
  const left = useSignal<number | undefined>(undefined);
  useEffect(() => {
    // The page came with the end of its own first life.
    if (life === 0 || (life === 1 && end.value !== null)) return;
    void fetch(api, withToken(token))
      .then((response) => response.json() as Promise<{ expiresAt: string | null }>)
      .then((summary) => (end.value = summary.expiresAt))
      .catch(() => undefined);
  }, [life]);
  useEffect(() => {
    const count = () => {
      left.value = end.value === null ? undefined : Date.parse(end.value) - Date.now();
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return <span class="countdown">{textOf(end.value, left.value)}</span>;
}

function textOf(end: string | null, leftMs: number | undefined): string {
  if (end === null) return "Begins with the first request";
  if (leftMs === undefined) return `Ends at ${end.slice(11, 16)} UTC`;
  if (leftMs <= 0) return "This inbox has ended";
  const seconds = Math.floor(leftMs / 1000);
  return `Ends in ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
