import type { JSX } from "preact";
import { LinesPage } from "./drawings.tsx";
import type { Preview } from "./preview.ts";

/**
 * A preview of what a tool makes. It is decoration: the entry's title and summary say the same in
 * words.
 */
export function Thumbnail({ preview }: { preview: Preview | undefined }): JSX.Element {
  return (
    <div class={`thumbnail ${preview?.kind ?? "page"}`} aria-hidden="true">
      {preview ? <Content preview={preview} /> : <LinesPage />}
    </div>
  );
}

function Content({ preview }: { preview: Preview }): JSX.Element {
  switch (preview.kind) {
    case "image":
      return <img src={preview.url} alt="" loading="lazy" decoding="async" />;
    case "document":
      return (
        <iframe src={preview.url} title="" tabIndex={-1} sandbox="" loading="lazy" scrolling="no" />
      );
    case "drawing":
      return <preview.Drawing />;
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
