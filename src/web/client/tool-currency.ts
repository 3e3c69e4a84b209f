import "../styles/tool.css";
import "../styles/tools/currency.css";
import { createKit } from "../tool/kits/currency/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const rates = () => import("../tool/kits/currency/parts.ts");

const NEAR = { rootMargin: "200px" };

/** Resolves when the place of the history comes into view, because on a phone the form is above it. */
function waitUntilNear(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      resolve();
    }, NEAR);
    observer.observe(document.querySelector(".history") as Element);
  });
}

const PARTS = {
  Chart: lazyPart(async () => (await rates()).RateChart),
  History: lazyPart(async () => {
    await waitUntilNear();
    return (await rates()).RateHistory;
  }),
};

const Result = lazyPart(async () => {
  const { createCurrencyResult } = await import("../tool/kits/currency/CurrencyResult.tsx");
  return createCurrencyResult(PARTS);
});

hydrateTool(createKit(Result));
