import type { Head } from "../../lib/network.ts";

/** Whether a response brings what was asked for. */
export function isSuccess({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

/** Whether it brings a document; one without a type is taken for HTML. */
export function isPage(head: Head): boolean {
  return isSuccess(head) && /^(text\/html|application\/xhtml\+xml|)$/.test(typeOf(head));
}

/** Its media type, without parameters. */
export function typeOf({ headers }: Head): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase().slice(0, 60) ?? "";
}
