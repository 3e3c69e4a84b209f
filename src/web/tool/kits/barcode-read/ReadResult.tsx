import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BarcodeReadResult } from "../../../../tools/barcode-read/barcode-read.ts";
import type { DetectedBarcode } from "../../../../tools/barcode-read/codes.ts";
import { copyText } from "../../../shell/clipboard.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { ResultViewProps } from "../../kit.ts";
import type { ToolView } from "../../view.ts";

/** Loaded with the first text that is more than text. */
const TypedResult = lazyPart(async () => (await import("./TypedResult.tsx")).TypedResult, {
  isBrowserOnly: true,
});

/** Returns true for networks, contacts, events, addresses and article numbers. */
function isTyped({ type, text }: DetectedBarcode): boolean {
  return /^(wifi|mecard|begin|mailto|tel|geo):/i.test(text) || /^(ean13|ean8|upca)$/.test(type);
}

/** The codes of a picture: outlined on it, and each with its text. */
export function ReadResult({ view, response, values }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const { codes, complete } = response.content.value as BarcodeReadResult;
  return (
    <>
      {!complete && (
        <p class="help">The search ended after two seconds, so there may be more codes.</p>
      )}
      {codes.length === 0 ? (
        <p class="none-found">
          <b>No code found.</b> Try a sharp picture, taken closer, with some white around the code.
        </p>
      ) : (
        <ol class="codes">
          {codes.map((code, index) => (
            <li key={index}>
              <FoundCode view={view} code={code} />
            </li>
          ))}
        </ol>
      )}
      <Outlines image={values["image"] ?? ""} codes={codes} />
    </>
  );
}

function FoundCode({ view, code }: { view: ToolView; code: DetectedBarcode }): JSX.Element {
  const { type, text, elements } = code;
  const titles = view.fields.find(({ name }) => name === "types")?.item?.titles;
  const tool = type === "qr" ? "qr" : "barcode";
  const form = new URLSearchParams({ text, ...(type !== "qr" && { type }) });
  const address = view.pagePath.replace(/[^/]+$/, `${tool}#${form.toString()}`);
  return (
    <>
      <p class="tag">{titles?.[type] ?? type}</p>
      {isTyped(code) ? (
        <TypedResult type={type} text={text} />
      ) : (
        <p class="code-text" dir="auto">
          {/^https?:\/\/\S+$/.test(text) ? (
            <a href={text} rel="noreferrer">
              {text}
            </a>
          ) : (
            text
          )}
        </p>
      )}
      {elements && (
        <table>
          <tbody>
            {elements.map(({ ai, title, value }) => (
              <tr key={ai}>
                <th scope="row">
                  ({ai}) {title}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="buttons">
        <ActionButton label="Copy" done="Copied" name="Copy the text" run={() => copyText(text)} />
        <a class="button" href={address}>
          Make this code
        </a>
      </p>
    </>
  );
}

/** The picture with a line around each code. */
function Outlines({
  image,
  codes,
}: {
  image: string;
  codes: readonly DetectedBarcode[];
}): JSX.Element {
  const size = useSignal<{ width: number; height: number } | undefined>(undefined);
  const picture = useRef<HTMLImageElement>(null);
  const url = image.startsWith("data:") ? image : `data:image/*;base64,${image}`;
  const measure = () => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = picture.current ?? {};
    if (width > 0) size.value = { width, height };
  };
  // The server-rendered image may have loaded before this script.
  useEffect(measure, []);
  return (
    <div class="outlined">
      <img ref={picture} src={url} alt="The picture that was read" onLoad={measure} />
      {size.value && (
        <svg viewBox={`0 0 ${size.value.width} ${size.value.height}`} aria-hidden="true">
          {codes.map(({ position }, index) => (
            <polygon key={index} points={position.map(({ x, y }) => `${x},${y}`).join(" ")} />
          ))}
        </svg>
      )}
    </div>
  );
}
