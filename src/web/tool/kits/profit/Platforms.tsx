import type { JSX } from "preact";
import type { ProfitResponse, SaleResponse } from "../../../../tools/profit-calculator/schema.ts";
import { Headline } from "../../../result/Headline.tsx";
import { formatMoney, formatNumber } from "../../../result/number.ts";

interface PlatformsProps {
  rows: NonNullable<ProfitResponse["comparison"]>;
  results: readonly SaleResponse[];
  goal: "charge" | "keep";
}

/**
 * The same sale on every platform, the best one marked: the highest profit, or the lowest price for
 * the same target.
 */
export function Platforms({ rows, results, goal }: PlatformsProps): JSX.Element {
  const { all, best, rank, isPrice } = rankPlatforms({ rows, results, goal });
  const max = Math.max(...all.map((row) => Math.abs(isPrice ? row.salePrice : row.netProfit)));
  return (
    <>
      <Headline
        {...describeBest({ rows, results, goal })}
        isBad={!isPrice && best.netProfit < 0}
        member=""
      />
      <div class="scroll" tabIndex={0} role="region" aria-label="Platforms side by side">
        <table class="platforms">
          <thead>
            <tr>
              <th scope="col">Platform</th>
              <th scope="col" class="bar" aria-hidden="true" />
              {isPrice && <Column name="Charge" />}
              <Column name="Costs" />
              <Column name="You keep" />
              <Column name="Margin" />
              <Column name="Plan, a month" />
            </tr>
          </thead>
          <tbody>
            {all.map((row) => (
              <PlatformRow
                key={row.name}
                row={row}
                isBest={rank(row) === rank(best)}
                isPrice={isPrice}
                max={max}
              />
            ))}
          </tbody>
        </table>
      </div>
      <PlanNotes rows={rows} results={results} />
    </>
  );
}

interface PlatformRowProps {
  row: ReturnType<typeof rankPlatforms>["best"];
  isBest: boolean;
  isPrice: boolean;
  /** The longest bar's amount. */
  max: number;
}

function PlatformRow({ row, isBest, isPrice, max }: PlatformRowProps): JSX.Element {
  const { name, salePrice, totalCosts, netProfit, marginPct, monthlyFee } = row;
  return (
    <tr class={isBest ? "best" : undefined}>
      <th scope="row">
        {name} {isBest && <span class="tag">Best</span>}
      </th>
      <td class="bar">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect
            y="1"
            height="8"
            width={(Math.max(0, isPrice ? salePrice : netProfit) / (max || 1)) * 100}
          />
        </svg>
      </td>
      {isPrice && <td class="number">{formatMoney(salePrice, "USD")}</td>}
      <td class="number">{formatMoney(totalCosts, "USD")}</td>
      <td class="number">{formatMoney(netProfit, "USD")}</td>
      <td class="number">{marginPct}%</td>
      <td class="number">
        {monthlyFee === undefined ? "unknown" : formatMoney(monthlyFee, "USD")}
      </td>
    </tr>
  );
}

/** From how many sales a month the next plan pays, and what the comparison does not include. */
function PlanNotes({ rows, results }: Pick<PlatformsProps, "rows" | "results">): JSX.Element {
  const hasShares = results.some(({ fees }) =>
    fees.some(({ label }) => label.startsWith("Plan (")),
  );
  const hasPrices = rows.some(({ monthlyFee = 0 }) => monthlyFee > 0);
  return (
    <>
      <ul class="plans">
        {rows.map(({ name, nextPlanFrom }, index) => {
          if (!nextPlanFrom) return null;
          const next = name === "Amazon" ? "Amazon Professional" : rows[index + 1]?.name;
          return (
            <li key={name}>{`${next} pays from ${formatNumber(nextPlanFrom)} sales a month.`}</li>
          );
        })}
      </ul>
      {hasPrices && !hasShares && (
        <p class="warning">Without the monthly price of the plans: enter your sales a month.</p>
      )}
    </>
  );
}

/** Ranks the platforms: by price where the goal is a price and they differ, else by profit. */
function rankPlatforms({ rows, results, goal }: PlatformsProps) {
  const all = rows.map((row, index) => ({ ...row, salePrice: results[index]?.salePrice ?? 0 }));
  const isPrice = goal === "charge" && new Set(all.map(({ salePrice }) => salePrice)).size > 1;
  const rank = ({ salePrice, netProfit }: (typeof all)[number]) =>
    isPrice ? -salePrice : netProfit;
  const best = all.reduce((first, next) => (rank(next) > rank(first) ? next : first));
  return { all, best, rank, isPrice };
}

/** Returns the parts of the comparison's headline. */
export function describeBest(props: PlatformsProps) {
  const { best, isPrice } = rankPlatforms(props);
  const { name, salePrice, netProfit, marginPct } = best;
  return {
    lead: isPrice ? `Lowest price: ${name}` : `Best: ${name}`,
    figure: formatMoney(isPrice ? salePrice : netProfit, "USD"),
    label: isPrice ? `keeps ${formatMoney(netProfit, "USD")}` : `at a ${marginPct}% margin`,
  };
}

function Column({ name }: { name: string }): JSX.Element {
  return (
    <th scope="col" class="number">
      {name}
    </th>
  );
}
