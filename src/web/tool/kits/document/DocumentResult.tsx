import type { JSX } from "preact";
import { DocumentPreview } from "../../../result/DocumentPreview.tsx";
import type { ResultViewProps } from "../../kit.ts";

interface DocumentResultProps extends ResultViewProps {
  /** True: a narrow panel shows the text in its own width instead of a small page. */
  reflows?: boolean;
  /** Called with the height of an HTML document in CSS pixels of its page. */
  onHeight?(height: number): void;
}

/** A result that is a document. In other formats it is a text, or a file to download. */
export function DocumentResult({
  view,
  response,
  reflows,
  onHeight,
}: DocumentResultProps): JSX.Element {
  const { content } = response;
  switch (content.kind) {
    case "document":
      return (
        <DocumentPreview
          url={content.url}
          html={content.html}
          title={view.title}
          reflows={reflows}
          onHeight={onHeight}
        />
      );
    case "json":
      return <pre class="plain">{JSON.stringify(content.value, null, 2)}</pre>;
    case "text":
      return <pre class="plain">{content.text}</pre>;
    default:
      return <p class="file-ready">Your file is ready to download.</p>;
  }
}
