import type { JSX } from "preact";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { formatNumber } from "../../../result/number.ts";
import { formatBytes } from "../../../../lib/text/format-bytes.ts";
import type { ResultViewProps } from "../../kit.ts";
import type { ToolView } from "../../view.ts";
import { GradeDial } from "./GradeDial.tsx";

interface Part {
  bytes: number;
  requests: number;
}

/** The measurement of a page, as a report shows it. */
export interface Footprint {
  /** URL after redirects; undefined for the example, which no URL has. */
  finalUrl?: string;
  pageSizeBytes: number;
  co2PerVisitGrams: number;
  monthlyVisits: number;
  annualCO2Kg: number;
  grade: string;
  comparison: { heavierShare: number; source: string; date: string };
  recommendations: string[];
  measurement: { complete: boolean; requests: number };
  breakdown: Record<string, Part>;
}

/** The footprint of a page: its grade, its resources, and recommendations. */
export function CarbonResult({ view, response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as Footprint & { url: string };
  return (
    <>
      <Report output={output} />
      <Badge key={output.url} view={view} url={output.url} />
    </>
  );
}

/** The grade of a page, what it loads, and how to make it lighter. */
export function Report({ output }: { output: Footprint }): JSX.Element {
  return (
    <>
      <Summary output={output} />
      <h3>What the page loads</h3>
      <Breakdown output={output} />
      <h3>Recommendations</h3>
      <Advice output={output} />
    </>
  );
}

function Summary({ output }: { output: Footprint }): JSX.Element {
  const { grade, co2PerVisitGrams, annualCO2Kg, monthlyVisits, finalUrl, comparison } = output;
  return (
    <div class="footprint">
      <GradeDial grade={grade} />
      <div>
        <p class="highlight">
          <strong>{co2PerVisitGrams.toFixed(co2PerVisitGrams < 0.1 ? 3 : 2)} g</strong>{" "}
          <span>of CO₂ per visit</span>
        </p>
        <p>{compare(comparison.heavierShare)}</p>
        <p class="help">
          {formatNumber(Number(annualCO2Kg.toPrecision(3)))} kg a year at{" "}
          {formatNumber(monthlyVisits)} visits a month.
        </p>
        {finalUrl !== undefined && (
          <p class="help">
            <a href={finalUrl} rel="noreferrer">
              {finalUrl}
            </a>
          </p>
        )}
        <p class="help">
          Compared with {comparison.source}, {getMonthName(comparison.date)}.
        </p>
      </div>
    </div>
  );
}

function compare(heavierShare: number): string {
  return heavierShare >= 0.5
    ? `Lighter than ${Math.round(heavierShare * 100)}% of desktop pages.`
    : `Heavier than ${Math.round((1 - heavierShare) * 100)}% of desktop pages.`;
}

/** Returns `2025-07` as "July 2025". */
function getMonthName(date: string): string {
  return new Date(`${date}-15`).toLocaleDateString("en-US", { month: "long", year: "numeric" });
}

const TITLES: Readonly<Record<string, string>> = {
  html: "HTML",
  css: "CSS",
  script: "Scripts",
  image: "Images",
  font: "Fonts",
  media: "Video and audio",
  other: "Other",
};

/** Bytes and requests by type, the heaviest first. Types without requests are left out. */
function Breakdown({ output }: { output: Footprint }): JSX.Element {
  const { breakdown, pageSizeBytes, measurement } = output;
  const rows = Object.entries(breakdown)
    .filter(([, part]) => part.requests > 0)
    .toSorted(([, left], [, right]) => right.bytes - left.bytes);
  const max = Math.max(...rows.map(([, part]) => part.bytes), 1);
  return (
    <table class="weights">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <td />
          <th scope="col" class="number">
            Size
          </th>
          <th scope="col" class="number">
            Requests
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { bytes, requests }]) => (
          <tr key={name}>
            <th scope="row">{TITLES[name] ?? name}</th>
            <td class="bar">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={Math.max((bytes / max) * 100, 0.5)} height="10" />
              </svg>
            </td>
            <td class="number">{formatBytes(bytes)}</td>
            <td class="number">{requests}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{measurement.complete ? "Total" : "Total, incomplete"}</th>
          <td />
          <td class="number">{formatBytes(pageSizeBytes)}</td>
          <td class="number">{measurement.requests}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Advice({ output: { recommendations } }: { output: Footprint }): JSX.Element {
  if (recommendations.length === 0) return <p>Nothing stands out. This page is already lean.</p>;
  return (
    <ol class="advice">
      {recommendations.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}

/**
 * The badge of a page and the code that shows it. Its image is requested when it is opened, because
 * that counts.
 */
function Badge({ view, url }: { view: ToolView; url: string }): JSX.Element {
  const isOpen = useSignal(false);
  const query = new URLSearchParams({ url }).toString();
  const html = `<img src="${view.origin}${view.apiPath}/badge?${query}" alt="Website carbon grade">`;
  const markdown = `![Website carbon grade](${view.origin}${view.apiPath}/badge?${query})`;
  return (
    <details
      class="badge scripted"
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Badge for your site</summary>
      {isOpen.value && (
        <div>
          <img
            src={`${view.apiPath}/badge?${query}`}
            alt="Badge with the grade of this page"
            height="20"
          />
          <pre tabIndex={0}>{html}</pre>
          <p class="buttons">
            <ActionButton label="Copy HTML" done="Copied" run={() => copyText(html)} />
            <ActionButton label="Copy Markdown" done="Copied" run={() => copyText(markdown)} />
          </p>
        </div>
      )}
    </details>
  );
}
