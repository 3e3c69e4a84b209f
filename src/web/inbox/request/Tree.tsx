import type { JSX } from "preact";
import { ExactNumber } from "../record.ts";

/** Maximum entries of one list or object that are rendered. */
const MAX_ENTRIES = 200;

/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** A JSON value as a tree of collapsible branches. */
export function Tree({ value }: { value: unknown }): JSX.Element {
  return (
    <div class="tree" tabIndex={0} role="region" aria-label="JSON">
      <Branch value={value} level={0} />
    </div>
  );
}

interface BranchProps {
  name?: string;
  value: unknown;
  level: number;
}

function Branch({ name, value, level }: BranchProps): JSX.Element {
  const label = name === undefined ? null : <span class="name">{name}: </span>;
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) {
    return (
      <div class="leaf">
        {label}
        <span class={toKind(value)}>{formatLeaf(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const count = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details open={level < OPEN_LEVELS}>
      <summary>
        {label}
        <span class="none">{count}</span>
      </summary>
      {entries.slice(0, MAX_ENTRIES).map(([member, inner]) => (
        <Branch key={member} name={member} value={inner} level={level + 1} />
      ))}
      {entries.length > MAX_ENTRIES && (
        <div class="leaf none">{entries.length - MAX_ENTRIES} more in the text</div>
      )}
    </details>
  );
}

function toKind(value: unknown): string {
  return value instanceof ExactNumber ? "number" : typeof value;
}

function formatLeaf(value: unknown): string {
  return value instanceof ExactNumber ? value.text : JSON.stringify(value);
}
