import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { onPrintKey } from "../../../shell/print-key.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import { describeCount } from "./describe-count.ts";

const SheetViewer = lazyPart(async () => (await import("./SheetViewer.tsx")).SheetViewer, {
  loadOn: "use",
});

/** Events of a visitor who uses the page. */
const USES = ["pointerover", "focusin", "scroll"];

/** Resolution of codes in print, whose modules are at least 0.25 mm. */
const DOTS_PER_INCH = 400;

async function printSheets(url: string): Promise<void> {
  await (await import("../../../pdf-view/print-pdf.ts")).printPdf(url, DOTS_PER_INCH);
}

/** The sheets, one at a time. Their script is loaded with the first use of the page. */
export function LabelsResult({ view, response, values, model }: ResultViewProps): JSX.Element {
  const isUsed = useSignal(false);
  useEffect(() => {
    const use = () => (isUsed.value = true);
    for (const event of USES) addEventListener(event, use, { once: true });
    return () => {
      for (const event of USES) removeEventListener(event, use);
    };
  }, []);
  const { content } = response;
  const url = content.kind === "file" ? content.url : undefined;
  useEffect(() => (url ? onPrintKey(() => void printSheets(url)) : undefined), [url]);
  return (
    <>
      <p class="highlight">{describeCount(response, values)}</p>
      <SheetViewer
        url={isUsed.value ? url : undefined}
        picture={url === `${view.pagePath}/response` ? `${view.pagePath}/picture.svg` : undefined}
        labels={Number(response.headers["X-Labels-Count"] ?? 0)}
        values={values}
        change={model.change}
      />
      <p class="help">
        Print at 100% ("Actual size"), not "Fit to page". Check the first sheet on plain paper, with
        the outlines switched on.
      </p>
    </>
  );
}
