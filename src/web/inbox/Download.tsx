import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { saveFile } from "./token.ts";

interface DownloadProps {
  url: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  /** The name of the file when it is read with a token. */
  name: string;
  /** The content of the file, for screen readers. */
  what?: string;
  label?: string;
  class?: string;
}

/** Labels while a file is read with a token, and after that failed. */
const LABELS: Record<string, string> = {
  loading: "Preparing…",
  failed: "Not downloaded: try again",
};

/**
 * A link that downloads. That of a private inbox is read with its token, which a link cannot send.
 */
export function Download({ url, token, name, what, ...props }: DownloadProps): JSX.Element {
  const label = props.label ?? "Download";
  const state = useSignal<"idle" | "loading" | "failed">("idle");
  const save = async (readToken: string) => {
    if (state.value === "loading") return;
    state.value = "loading";
    state.value = await saveFile(url, readToken, name).then(
      () => "idle" as const,
      () => "failed" as const,
    );
  };
  return (
    <a
      class={props.class}
      href={url}
      download
      aria-label={what === undefined ? undefined : `${label} ${what}`}
      onClick={(event) => {
        if (token === undefined) return;
        event.preventDefault();
        void save(token);
      }}
    >
      <span aria-live="polite">{LABELS[state.value] ?? label}</span>
    </a>
  );
}
