import type { CSSProperties, JSX } from "preact";
import type { Values } from "../../../form/values.ts";
import { tokenizeCode } from "./code-tokens.ts";
import { type DraftPiece, layoutDraft } from "./draft-rows.ts";
import type { Sheet } from "./sheet.ts";

/** The last picture. */
interface DrawnPicture {
  url: string;
  code: string;
  /** Its geometry, which is that of the draft as long as the size does not change. */
  sheet: Sheet;
}

interface DraftProps {
  code: string;
  values: Values;
  picture: DrawnPicture | undefined;
  sheet: Sheet;
  /** Displayed pixels for each CSS pixel of the picture. */
  zoom: number;
}

/**
 * The code while its picture is on its way. Parts of the last picture stay, and the browser draws
 * the rest in the colors of the theme.
 */
export function Draft({ code, values, picture, sheet, zoom }: DraftProps): JSX.Element {
  const rows = layoutDraft(picture?.code, code);
  const firstLine = Number(values["firstLine"] || 1);
  const isSameSize = picture?.sheet.width === sheet.width && picture.sheet.height === sheet.height;
  const kinds = listKinds(code);
  return (
    <div class="draft" aria-hidden="true">
      {!isSameSize && (
        <div
          class="frame"
          data-background={values["background"] || "theme"}
          style={toFrame(values)}
        >
          <div class="window">
            {values["showWindowChrome"] !== "false" && <i class="dots" />}
            {values["title"]}
          </div>
        </div>
      )}
      <div class="rows">
        {rows.map((pieces, index) => (
          <div key={index} data-number={sheet.numbersRight === undefined ? "" : firstLine + index}>
            {pieces.map((piece, at) =>
              piece.kind === "slice" ? (
                <Slice key={at} piece={piece} picture={picture} sheet={sheet} zoom={zoom} />
              ) : (
                <Text key={at} code={code} piece={piece} kinds={kinds} />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function toFrame({ background = "theme" }: Values): CSSProperties | undefined {
  return background.startsWith("#") ? { background } : undefined;
}

type Slice = Extract<DraftPiece, { kind: "slice" }>;

/** A stretch of a row of the last picture. */
function Slice({
  piece,
  picture,
  sheet,
  zoom,
}: Pick<DraftProps, "picture" | "sheet" | "zoom"> & { piece: Slice }): JSX.Element | null {
  if (!picture) return null;
  // On a canvas, the picture of fewer lines may have a larger font.
  const size = (zoom * sheet.cell.height) / picture.sheet.cell.height;
  const { text, cell, width, height } = picture.sheet;
  const left = text.left + piece.column * cell.width;
  const top = text.top + piece.row * cell.height;
  return (
    <i
      class="slice"
      style={{
        width: `${piece.columns * sheet.cell.width * zoom}px`,
        backgroundImage: `url("${picture.url}")`,
        backgroundPosition: `${-left * size}px ${-top * size}px`,
        backgroundSize: `${width * size}px ${height * size}px`,
      }}
    />
  );
}

/** Returns the kind of each character of a text. */
function listKinds(code: string): (string | undefined)[] {
  return tokenizeCode(code).flatMap(({ kind, text }) =>
    Array.from({ length: text.length }, () => kind),
  );
}

interface TextProps {
  code: string;
  piece: Extract<DraftPiece, { kind: "text" }>;
  kinds: readonly (string | undefined)[];
}

/** Text in runs of one kind. */
function Text({ code, piece: { start, end }, kinds }: TextProps): JSX.Element {
  const runs: JSX.Element[] = [];
  for (let from = start; from < end;) {
    const kind = kinds[from];
    let to = from + 1;
    while (to < end && kinds[to] === kind) to++;
    runs.push(
      <span key={from} class={kind && `hl-${kind}`}>
        {code.slice(from, to)}
      </span>,
    );
    from = to;
  }
  return <>{runs}</>;
}
