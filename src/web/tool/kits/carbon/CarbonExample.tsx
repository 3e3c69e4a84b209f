import type { JSX } from "preact";
import { type Footprint, Report } from "./CarbonResult.tsx";

/** The measurement of a made-up shop: 21 files of usual sizes. */
const EXAMPLE: Footprint = {
  pageSizeBytes: 1_285_347,
  co2PerVisitGrams: 0.190488,
  monthlyVisits: 10_000,
  annualCO2Kg: 22.859,
  grade: "C",
  comparison: {
    heavierShare: 0.75,
    source: "HTTP Archive, Web Almanac 2025, Page Weight: desktop pages",
    date: "2025-07",
  },
  recommendations: [
    "6 JPEG or PNG images of 646 KB together could be WebP or AVIF, about 162 KB less; begin with hero.png at 258 KB.",
    "Images are 57% of 1.2 MB; the largest is hero.png at 258 KB.",
  ],
  measurement: { complete: true, requests: 21 },
  breakdown: {
    html: { bytes: 19_013, requests: 1 },
    css: { bytes: 54_434, requests: 2 },
    script: { bytes: 407_421, requests: 6 },
    image: { bytes: 730_099, requests: 10 },
    font: { bytes: 74_380, requests: 2 },
  },
};

/**
 * Shows what a result contains before a page was measured, because opening this page fetches none.
 */
export function CarbonExample(): JSX.Element {
  return (
    <>
      <p class="about-example">
        <b class="tag">Example</b> A shop's home page. Press Run to measure your page.
      </p>
      <Report output={EXAMPLE} />
    </>
  );
}
