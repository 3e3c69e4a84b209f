import { getLoadedDocument } from "./loaded-document.ts";
import { showForPrint } from "./show-for-print.ts";

/** Prints the document of a preview in place of the page. */
function showPreview(): void {
  const frame = document.querySelector<HTMLIFrameElement>(".document .paper iframe");
  const page = frame && getLoadedDocument(frame);
  if (page) showForPrint(page);
}

// Server code imports it, too.
if (typeof document !== "undefined") addEventListener("beforeprint", showPreview);
