import type { JSX } from "preact";
import { useSignal } from "../../../shell/signal.ts";
import { PageImage, usePdfPages } from "../../../pdf-view/PdfPages.tsx";
import type { Values } from "../../../form/values.ts";
import { countPositions } from "../../../../domain/label-sheet/sheet.ts";
import { Positions } from "./Positions.tsx";
import { SheetDrawing } from "./SheetDrawing.tsx";
import { readSheet } from "./SheetSummary.tsx";

interface SheetViewerProps {
  /** URL of the file; undefined until it is shown. */
  url: string | undefined;
  /** URL of a picture of the first sheet; undefined: the places of its labels are shown. */
  picture: string | undefined;
  /** Number of labels; 0: unknown. */
  labels: number;
  /** The form that the file belongs to. */
  values: Values;
  change(values: Values): void;
}

/** One sheet at a time, with the positions of the first one to begin at. */
export function SheetViewer(props: SheetViewerProps): JSX.Element {
  const { url, picture, labels, values, change } = props;
  const chosen = useSignal(0);
  const { pages, hasFailed } = usePdfPages(url);
  const sheet = readSheet(values["sheet"] ?? "");
  const index = Math.min(chosen.value, Math.max(0, pages.length - 1));
  const page = pages[index];
  const hasPositions = sheet !== undefined && countPositions(sheet) > 1;
  const positions = hasPositions && index === 0 && (
    <Positions
      sheet={sheet}
      startAt={Number(values["startAt"]) || 1}
      used={labels}
      choose={(position) => change({ ...values, startAt: String(position) })}
    />
  );
  return (
    <div class="viewer sheets-viewer">
      {hasFailed && <p class="file-ready">The sheets cannot be shown here. Download the PDF.</p>}
      {page ? (
        <PageImage page={page} label={`Sheet ${index + 1} of ${pages.length}`}>
          {positions}
        </PageImage>
      ) : (
        sheet && (
          <div class="pdf-page">
            <div>
              {picture ? (
                <img class="paper" src={picture} alt="" />
              ) : (
                <SheetDrawing sheet={sheet} />
              )}
              {positions}
            </div>
          </div>
        )
      )}
      {pages.length > 1 && (
        <Pager index={index} count={pages.length} show={(next) => (chosen.value = next)} />
      )}
      {hasPositions && <p class="help">Sheet already begun? Click the first label that is left.</p>}
    </div>
  );
}

interface PagerProps {
  index: number;
  count: number;
  show(index: number): void;
}

function Pager({ index, count, show }: PagerProps): JSX.Element {
  const renderButton = (label: string, next: number) => (
    <button
      type="button"
      class="button"
      disabled={next < 0 || next === count}
      onClick={() => show(next)}
    >
      {label}
    </button>
  );
  return (
    <p class="pager">
      {renderButton("Previous", index - 1)}
      <span>
        Sheet {index + 1} of {count}
      </span>
      {renderButton("Next", index + 1)}
    </p>
  );
}
