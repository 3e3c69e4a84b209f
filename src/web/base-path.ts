/** Returns the base path of the site, which the document has. */
export function getBasePath(): string {
  return document.documentElement.dataset["base"] ?? "";
}
