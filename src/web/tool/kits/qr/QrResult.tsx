import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { parseNumber } from "../../../form/parse-number.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { formatNumber } from "../../../result/number.ts";
import type { ResultViewProps } from "../../kit.ts";

/** Widths of a PNG in pixels: for chats, for web pages, for documents, and for print. */
const PNG_WIDTHS = ["256", "512", "1024", "2048"];

/** The quiet zone by default, in modules. */
const DEFAULT_MARGIN = 4;
/** Width of a code in print by default, in mm: a phone reads it from an arm's length. */
const DEFAULT_PRINT_MM = 30;
const MAX_PRINT_MM = 180;
/** A camera reads a code from up to about ten times its width. */
const READING_DISTANCE = 10;

/** A code: its picture, its used capacity, and its sizes for screens and for print. */
export function QrResult({ view, response, values }: ResultViewProps): JSX.Element | null {
  const { content, headers } = response;
  if (content.kind !== "image") return null;
  const symbol = parseSymbol(headers["X-QR-Symbol"] ?? "");
  return (
    <>
      <Picture url={content.url} isPixels={content.type === "image/png"} title={view.title} />
      {symbol && <FillLevel symbol={symbol} />}
      <div class="code-sizes scripted">
        <span id="png-sizes">PNG in pixels</span>
        <span role="group" aria-labelledby="png-sizes" class="buttons">
          {PNG_WIDTHS.map((width) => (
            <ActionButton
              key={width}
              label={width}
              busy="Preparing…"
              done="Saved"
              failed="Too small"
              name={`${width} pixels: download PNG`}
              run={async () => {
                const { downloadAs } = await import("../../../result/export-actions.ts");
                return downloadAs(view, values, { format: "png", width, moduleMm: "", dpi: "" });
              }}
            />
          ))}
        </span>
        {symbol && <PrintSize modules={symbol.modules} margin={getMargin(values["margin"])} />}
      </div>
    </>
  );
}

function Picture({ url, isPixels, title }: PictureProps): JSX.Element {
  return (
    <div class="picture code-picture">
      <img src={url} alt={title} class={isPixels ? "pixels" : undefined} />
    </div>
  );
}

interface PictureProps {
  url: string;
  isPixels: boolean;
  title: string;
}

/** Members of the response except the image. */
interface SymbolDetails {
  version: number;
  level: string;
  modules: number;
  used: number;
  capacity: number;
  unit: string;
}

/** Parses the header `X-QR-Symbol`. */
function parseSymbol(header: string): SymbolDetails | undefined {
  if (header === "") return undefined;
  const pairs = Object.fromEntries(header.split("; ").map((part) => part.split("=")));
  const {
    version,
    modules,
    used,
    capacity,
    level = "",
    unit = "",
  } = pairs as Record<string, string | undefined>;
  return {
    version: Number(version),
    modules: Number(modules),
    used: Number(used),
    capacity: Number(capacity),
    level,
    unit,
  };
}

function FillLevel({ symbol }: { symbol: SymbolDetails }): JSX.Element {
  const { version, level, modules, used, capacity, unit } = symbol;
  return (
    <p class="fill-level">
      <meter min={0} max={capacity} value={used} aria-label="Capacity used" />
      <span>
        {formatNumber(used)} of {formatNumber(capacity)} {unit}, version {version}
      </span>
      <span>
        {modules} × {modules} modules, level {level}
      </span>
    </p>
  );
}

function getMargin(text = ""): number {
  const margin = Number(text);
  return text === "" || !Number.isFinite(margin) ? DEFAULT_MARGIN : margin;
}

/**
 * Prints the code alone, at a width in millimeters from edge to edge of the code, without its
 * margin.
 */
function PrintSize({ modules, margin }: { modules: number; margin: number }): JSX.Element {
  const width = useSignal(String(DEFAULT_PRINT_MM));
  const host = useRef<HTMLDivElement>(null);
  const mm = Math.min(parseNumber(width.value), MAX_PRINT_MM);
  const isValid = mm >= 1;
  const pictureMm = (mm * (modules + 2 * margin)) / modules;
  useEffect(() => {
    const picture = host.current?.closest<HTMLElement>(".result-body");
    picture?.style.setProperty("--print-width", isValid ? `${pictureMm}mm` : "auto");
  }, [pictureMm]);
  return (
    <>
      <label for="print-width">Print width in mm</label>
      <div class="buttons" ref={host}>
        <input
          type="text"
          id="print-width"
          inputMode="decimal"
          value={width.value}
          aria-describedby="print-width-help"
          onInput={({ currentTarget }) => (width.value = currentTarget.value)}
        />
        <button type="button" class="button" disabled={!isValid} onClick={() => print()}>
          Print
        </button>
        <span class="help" id="print-width-help">
          {isValid
            ? `Without margin. Readable from up to about ${formatNumber(Math.round((mm * READING_DISTANCE) / 10))} cm.`
            : `Enter 1 to ${MAX_PRINT_MM}.`}
        </span>
      </div>
    </>
  );
}
