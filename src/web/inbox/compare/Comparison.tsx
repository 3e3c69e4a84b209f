import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { formatTime } from "../../shell/time.ts";
import { formatStatus } from "../record.ts";
import { Retry } from "../Retry.tsx";
import { isNarrow } from "../request/use-sheet.ts";
import { collapseEqual, type ComparedSection } from "./comparison.ts";
import { type CompareLayout, SectionRows } from "./SectionRows.tsx";
import { type ComparisonResult, startComparison } from "./start-comparison.ts";

interface ComparisonProps {
  /** The earlier and the later request. */
  pair: readonly [InboxRecord, InboxRecord];
  close(): void;
}

/** Kept while requests are compared one after the other; undefined for that of the screen. */
const chosenLayout = signal<CompareLayout | undefined>(undefined);
const isComplete = signal(false);

/** Two requests with their differences marked. */
export function Comparison({ pair, close }: ComparisonProps): JSX.Element {
  const [before, after] = pair;
  const result = useSignal<ComparisonResult | undefined>(undefined);
  const attempt = useSignal(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const layout = chosenLayout.value ?? (isNarrow() ? "unified" : "columns");
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    result.value = undefined;
    const running = startComparison(before, after);
    void running.result.then((compared) => (result.value = compared));
    return running.end;
  }, [before, after, attempt.value]);
  return (
    <div class="comparison">
      <header>
        <button type="button" class="button" onClick={close}>
          ← Requests
        </button>
        <h2 id="detail-title" tabIndex={-1} ref={heading}>
          Compare requests
        </h2>
        <p class="status" role="status">
          {describeResult(result.value)}
        </p>
      </header>
      <dl class="facts">
        <Side title="Earlier" record={before} />
        <Side title="Later" record={after} />
      </dl>
      <ViewChoice layout={layout} />
      {Array.isArray(result.value)
        ? result.value.map((section) => (
            <Section key={section.title} section={section} layout={layout} />
          ))
        : result.value !== undefined && (
            <div class="pad">
              <Retry problem={PROBLEMS[result.value]} retry={() => attempt.value++} />
            </div>
          )}
    </div>
  );
}

const PROBLEMS = {
  timeout: "Comparing these bodies takes too long. Download both and compare them on your machine.",
  failed: "The comparison could not be loaded.",
};

/** Returns the number of differences in words; empty after a failure, which is shown below. */
function describeResult(result: ComparisonResult | undefined): string {
  if (result === undefined) return "Comparing…";
  if (!Array.isArray(result)) return "";
  const count = result.reduce((sum, { differences }) => sum + differences, 0);
  return count === 0 ? "No differences" : formatDifferences(count);
}

function formatDifferences(count: number): string {
  return count === 1 ? "1 difference" : `${count.toLocaleString("en")} differences`;
}

function Side({ title, record }: { title: string; record: InboxRecord }): JSX.Element {
  const { method, path, receivedAt, bodySize, answered } = record;
  return (
    <div class="side">
      <dt>{title}</dt>
      <dd>
        <b class={`method ${method.toLowerCase()}`}>{method}</b> <span>{path || "/"}</span>
        <small>
          {[
            formatTime(receivedAt),
            formatBytes(bodySize),
            ...(answered ? [`response ${formatStatus(answered)}`] : []),
          ].join(" · ")}
        </small>
      </dd>
    </div>
  );
}

const LAYOUTS: readonly [CompareLayout, string][] = [
  ["columns", "Side by side"],
  ["unified", "Unified"],
];

function ViewChoice({ layout }: { layout: CompareLayout }): JSX.Element {
  return (
    <div class="bar">
      <div role="group" aria-label="Layout">
        {LAYOUTS.map(([name, title]) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === layout}
            onClick={() => (chosenLayout.value = name)}
          >
            {title}
          </button>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isComplete.value}
          onChange={({ currentTarget }) => (isComplete.value = currentTarget.checked)}
        />
        Show equal values
      </label>
    </div>
  );
}

interface SectionProps {
  section: ComparedSection;
  layout: CompareLayout;
}

function Section({ section, layout }: SectionProps): JSX.Element {
  const { title, differences, note } = section;
  const rows = isComplete.value ? section.rows : collapseEqual(section);
  // Between lines a gap has a place; among names it would only be noise.
  const hasLines = section.context > 0;
  const listed = hasLines ? rows : rows.filter(({ kind }) => kind !== "gap");
  const hasRows = listed.some(({ kind }) => kind !== "gap");
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{differences === 0 ? "Same" : formatDifferences(differences)}</small>
      </h3>
      {note !== undefined && <p class="help pad">{note}</p>}
      {hasRows && <SectionRows {...{ title, rows: listed, layout, hasLines }} />}
    </section>
  );
}
