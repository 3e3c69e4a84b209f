/**
 * Returns the frame's document. Before it has loaded, that is an empty one, which the load event
 * replaces.
 */
export function getLoadedDocument({
  contentDocument: page,
}: HTMLIFrameElement): Document | undefined {
  return page && page.URL !== "about:blank" && page.readyState === "complete" ? page : undefined;
}
