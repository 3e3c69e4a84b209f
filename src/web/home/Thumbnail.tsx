import type { JSX } from "preact";
import type { Preview } from "./preview.ts";

/** A preview of what a tool makes. It is decoration: the entry's title and summary say the same in words. */
export function Thumbnail({ preview }: { preview: Preview | undefined }): JSX.Element {
  return (
    <div class={`thumbnail ${preview?.kind ?? "page"}`} aria-hidden="true">
      {preview ? <Content preview={preview} /> : <Page />}
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

/** A page of lines, for results that cannot be shown small. */
function Page(): JSX.Element {
  return (
    <svg viewBox="0 0 84 108" width="84" height="108">
      <rect width="84" height="108" rx="4" class="paper" />
      <g class="lines">
        <path d="M12 18h34" stroke-width="5" />
        <path d="M12 34h60M12 44h56M12 54h60M12 64h40" stroke-width="2.5" />
        <path d="M12 80h60M12 90h28" stroke-width="2.5" />
      </g>
    </svg>
  );
}
