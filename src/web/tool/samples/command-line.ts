import { quoteShell } from "./curl.ts";
import type { SampleRequest } from "./request.ts";

/** Returns the `sundry` command: scalars as flags, lists and objects as JSON. */
export function formatCommandLine({ input, url, file }: SampleRequest, command: string): string {
  const query = new URLSearchParams(url.split("?")[1]);
  const flags = [...Object.entries((input ?? {}) as Record<string, unknown>), ...query].map(
    ([name, value]) => {
      const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `--${flag} ${/^[\w./:@-]+$/.test(text) ? text : quoteShell(text)}`;
    },
  );
  const output = file === undefined ? [] : [`-o ${file}`];
  return [`sundry ${command}`, ...flags, ...output].join(" \\\n  ");
}
