import "../styles/tool.css";
import "../styles/tools/currency.css";
import { createKit } from "../tool/kits/currency/kit.ts";
import { createCurrencyResult } from "../tool/kits/currency/CurrencyResult.tsx";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const parts = () => import("../tool/kits/currency/parts.ts");

const NEAR = { rootMargin: "200px" };

/**
 * Resolves when the place of the history comes into view, because on a phone the form is above it.
 */
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

const Result = createCurrencyResult({
  Conversion: lazyPart(async () => (await parts()).Conversion, "use"),
  Chart: lazyPart(async () => (await parts()).RateChart),
  History: lazyPart(async () => {
    await waitUntilNear();
    return (await parts()).RateHistory;
  }),
});

// Loaded with the first use, because the next response needs them. Without a network, the parts try
// again.
for (const type of ["pointerover", "focusin"]) {
  addEventListener(type, () => void parts().catch(() => undefined), { once: true });
}

hydrateTool(createKit(Result));
