import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Copy } from "../../../shell/Copy.tsx";
import { TableHead } from "../../../shell/TableHead.tsx";
import type { ResultViewProps } from "../../kit.ts";
import { type BarcodeDetails, getDetails } from "./details.ts";

/** A symbol: its picture, its printed size and, for GS1, its elements. */
export function BarcodeResult({ view, response }: ResultViewProps): JSX.Element | null {
  const { content } = response;
  const details = getDetails(response);
  if (content.kind !== "image" || !details) return null;
  return (
    <>
      <div class="picture barcode-picture">
        <img
          src={content.url}
          alt={view.title}
          class={content.type === "image/png" ? "pixels" : undefined}
        />
      </div>
      <PrintSize details={details} />
      {details.elements && <Elements elements={details.elements} />}
      <dl class="members encoded">
        <Line label={details.elements ? "Element string" : "Encoded text"} text={details.text} />
        {details.digitalLink !== null && <Line label="Digital Link" text={details.digitalLink} />}
      </dl>
    </>
  );
}

/** The true size, at which the symbol also prints. */
function PrintSize({ details }: { details: BarcodeDetails }): JSX.Element {
  const { sizeMm, modules } = details;
  const host = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const body = host.current?.closest<HTMLElement>(".result-body");
    body?.style.setProperty("--print-width", `${sizeMm.width}mm`);
  }, [sizeMm.width]);
  return (
    <p class="fill-level" ref={host}>
      <span>
        {modules.x} {modules.y > 1 ? `× ${modules.y} ` : ""}modules
      </span>
      <span>
        {round(sizeMm.width)} × {round(sizeMm.height)} mm
      </span>
      <button type="button" class="button scripted" onClick={() => print()}>
        Print at this size
      </button>
    </p>
  );
}

function round(mm: number): number {
  return Math.round(mm * 10) / 10;
}

function Elements({
  elements,
}: {
  elements: NonNullable<BarcodeDetails["elements"]>;
}): JSX.Element {
  return (
    <table class="elements">
      <TableHead columns={["AI", "Name", "Value"]} />
      <tbody>
        {elements.map(({ ai, title, value }) => (
          <tr key={ai}>
            <td>{ai}</td>
            <td>{title}</td>
            <td>
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="copyable">
        <code dir="ltr">{text}</code>
        <Copy text={text} what={label} />
      </dd>
    </div>
  );
}
