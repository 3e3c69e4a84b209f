import type { JSX } from "preact";
import { moneyText } from "./number.ts";

type Members = Record<string, unknown>;

/** The figure that people came for, and what stands beside it. */
interface Highlight {
  figure: string;
  caption: string;
  /** True where the figure is bad news. */
  bad?: boolean;
}

/** By tool, how its answer's first figure reads. What is not here needs none. */
const HIGHLIGHTS: Record<string, (value: Members) => Highlight> = {
  "meeting-cost": ({ totalCost, costPerMinute, currency }) => ({
    figure: money(totalCost, currency),
    caption: `${money(costPerMinute, currency)} a minute`,
  }),
  "profit-calculator": ({ netProfit, marginPct }) => ({
    figure: money(netProfit, "USD"),
    caption: `${String(marginPct)}% margin`,
    bad: Number(netProfit) < 0,
  }),
  "carbon-footprint": ({ grade, co2PerVisitGrams }) => ({
    figure: String(grade),
    caption: `${Number(co2PerVisitGrams).toFixed(2)} g CO₂ a visit`,
    bad: /[EF]/.test(String(grade)),
  }),
};

/** The first figure of an answer, large. */
export function HeadlineFigure({
  tool,
  value,
}: {
  tool: string;
  value: unknown;
}): JSX.Element | null {
  const highlight = HIGHLIGHTS[tool]?.(value as Members);
  if (!highlight) return null;
  // A figure is read whole: one of many digits is set smaller instead of broken.
  const isWide = highlight.figure.length > 12;
  return (
    <p class={isWide ? "highlight wide" : "highlight"}>
      <strong class={highlight.bad ? "bad" : undefined}>{highlight.figure}</strong>
      <span>{highlight.caption}</span>
    </p>
  );
}

function money(amount: unknown, currency: unknown): string {
  return moneyText(Number(amount), String(currency));
}
