import type { ResponseHead } from "../../../lib/network.ts";

/** Whether a response brings what was asked for. */
export function isSuccess({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300;
}

/** Whether it brings a document; one without a type is taken for HTML. */
export function isHtml(head: ResponseHead): boolean {
  return isSuccess(head) && /^(text\/html|application\/xhtml\+xml|)$/.test(mediaType(head));
}

/** Its media type, without parameters. */
export function mediaType({ headers }: ResponseHead): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase().slice(0, 60) ?? "";
}
