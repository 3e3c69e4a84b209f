import type { JSX } from "preact";
import { Drawing, hasDrawing } from "./Drawing.tsx";
import type { Preview } from "./preview.ts";

/** A preview of what a tool makes. It is decoration: the entry's title and summary say the same in words. */
export function Thumbnail({ name, preview }: ThumbnailProps): JSX.Element {
  const shown = hasDrawing(name) ? undefined : preview;
  const kind = shown?.kind ?? (hasDrawing(name) ? "drawing" : "page");
  return (
    <div class={`thumbnail ${kind}`} aria-hidden="true">
      {shown ? <Content preview={shown} /> : <Drawing name={name} />}
    </div>
  );
}

interface ThumbnailProps {
  /** The tool. */
  name: string;
  preview: Preview | undefined;
}

function Content({ preview }: { preview: Preview }): JSX.Element {
  switch (preview.kind) {
    case "image":
      return <img src={preview.url} alt="" loading="lazy" decoding="async" />;
    case "document":
      return (
        <iframe src={preview.url} title="" tabIndex={-1} sandbox="" loading="lazy" scrolling="no" />
      );
    case "figure":
      return (
        <p>
          <span>{preview.lead}</span>
          <strong>{preview.figure}</strong>
          <span>{preview.label}</span>
        </p>
      );
    case "text":
    case "lines":
      return <pre>{preview.text}</pre>;
    default:
      return (
        <ul>
          {preview.rows.map(([method, path, age]) => (
            <li key={path}>
              <b>{method}</b> {path} <span>{age}</span>
            </li>
          ))}
        </ul>
      );
  }
}
