import type { JSX } from "preact";
import type { ProfitResponse, SaleResponse } from "../../../../tools/profit-calculator/schema.ts";
import { Headline } from "../../../result/Headline.tsx";
import { formatMoney, formatNumber } from "../../../result/number.ts";
import type { Values } from "../../../form/values.ts";
import type { ResultViewProps } from "../../kit.ts";
import type { ToolResponse } from "../../response.ts";
import { describeBest, Platforms } from "./Platforms.tsx";
import { getGoal } from "./ProfitForm.tsx";
import { Waterfall } from "./Waterfall.tsx";

type Schedule = NonNullable<ProfitResponse["schedule"]>[number];

/**
 * The result of a sale: the profit or price, the costs or the comparison of platforms, and the
 * sources of the fees.
 */
export function ProfitResult({ response, values }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const output = response.content.value as ProfitResponse;
  const { comparison, results = [], fees } = output;
  const schedules = [output, ...results].flatMap(({ schedule = [] }) => schedule);
  return (
    <>
      {comparison ? (
        <Platforms rows={comparison} results={results} goal={getGoal(values)} />
      ) : (
        <SaleHeadline output={output} values={values} />
      )}
      {fees && <Waterfall sale={output as SaleResponse} />}
      {fees && <Facts output={output} />}
      {schedules.length > 0 && <Sources schedules={schedules} />}
    </>
  );
}

/**
 * Returns the headline of a comparison as a sentence; undefined for one platform, whose headline
 * the definition has.
 */
export function formatComparisonHeadline(
  { content }: ToolResponse,
  values: Values,
): string | undefined {
  if (content.kind !== "json") return undefined;
  const { comparison: rows, results = [] } = content.value as ProfitResponse;
  if (!rows) return undefined;
  const { lead, figure, label } = describeBest({ rows, results, goal: getGoal(values) });
  return `${lead} ${figure} ${label}`;
}

/** The figure that the seller asked for, in a sentence. */
function SaleHeadline({ output, values }: { output: ProfitResponse; values: Values }): JSX.Element {
  const { suggestedPrice, netProfit = 0, marginPct = 0, totalRevenue = 0, salePrice } = output;
  const rest = { isBad: netProfit < 0, member: "" };
  const kept = `of ${formatMoney(totalRevenue, "USD")}, a ${formatNumber(marginPct)}% margin`;
  if (suggestedPrice === undefined) {
    return (
      <Headline
        {...rest}
        lead={netProfit < 0 ? "You lose" : "You keep"}
        figure={formatMoney(Math.abs(netProfit), "USD")}
        label={kept}
      />
    );
  }
  if (suggestedPrice === null)
    return <p class="highlight">No price up to $1,000,000 reaches this target.</p>;
  const { targetMarginPct = "", targetProfit = "" } = values;
  const target =
    targetMarginPct === ""
      ? `${formatMoney(Number(targetProfit), "USD")} a sale`
      : `${targetMarginPct}%`;
  return (
    <>
      <Headline
        {...rest}
        isBad={false}
        lead="Charge"
        figure={formatMoney(suggestedPrice, "USD")}
        label={`to keep ${target}`}
      />
      {suggestedPrice !== salePrice && (
        <p class="at-price">
          At {formatMoney(salePrice, "USD")} you keep {formatMoney(netProfit, "USD")} {kept}:
        </p>
      )}
    </>
  );
}

/** Further figures of a sale, in words. */
function Facts({ output }: { output: ProfitResponse }): JSX.Element {
  const { breakEvenPrice, roiPct } = output;
  return (
    <dl class="facts">
      {breakEvenPrice !== undefined && (
        <div>
          <dt>Break-even price</dt>
          <dd>{breakEvenPrice === null ? "none" : formatMoney(breakEvenPrice, "USD")}</dd>
        </div>
      )}
      {roiPct !== undefined && (
        <div>
          <dt>Return on what you spend</dt>
          <dd>{formatNumber(roiPct)}%</dd>
        </div>
      )}
    </dl>
  );
}

/** The sources of the fees and the dates they are in force since. */
function Sources({ schedules }: { schedules: readonly Schedule[] }): JSX.Element {
  const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]));
  const warnings = new Set([...byId.values()].flatMap((schedule) => schedule.warnings));
  return (
    <section class="sources">
      <h3>Where the fees come from</h3>
      <ul>
        {[...byId.values()].map(({ id, effectiveFrom, confidence, sources }) => (
          <li key={id}>
            In force since {effectiveFrom}
            {confidence !== undefined && confidence !== "confirmed" && `, ${confidence}`}:{" "}
            {sources.map(({ url, retrieved }, index) => (
              <span key={url}>
                {index > 0 && ", "}
                <a href={url} target="_blank" rel="noreferrer">
                  {toHostAndPage(url)}
                </a>{" "}
                (read {retrieved})
              </span>
            ))}
          </li>
        ))}
      </ul>
      {[...warnings].map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
    </section>
  );
}

/** Returns the host of a URL, with the last step of its path where that is a short name. */
function toHostAndPage(url: string): string {
  const [host = "", ...steps] = url.replace(/^https?:\/\/(www\.)?/, "").split("/");
  const page = steps.findLast((step) => step !== "");
  return page !== undefined && /^[a-z-]{1,16}$/.test(page) ? `${host}: ${page}` : host;
}
