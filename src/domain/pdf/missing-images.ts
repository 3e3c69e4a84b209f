/** Images that a text names and a request does not have. */
export interface MissingImages {
  /** The first names. */
  names: readonly string[];
  /** How many more there are. */
  unnamed: number;
}

/** Matches addresses of the network, which are never fetched. */
const ADDRESS = /^(?:https?:)?\/\//i;

/** Parses the header `X-PDF-Missing-Images`. */
export function parseMissingImages(header: string): MissingImages {
  const [, list = header, unnamed = "0"] = /^(.*) and (\d+) more$/.exec(header) ?? [];
  return { names: list.split(", ").map(decode), unnamed: Number(unnamed) };
}

/** Returns a sentence without its period. The hint follows each name that is not an address. */
export function describeMissingImages({ names, unnamed }: MissingImages, hint = ""): string {
  const count = names.length + unnamed;
  const noun = count === 1 ? "image" : "images";
  const described = names.map((name) => name + (ADDRESS.test(name) ? " (never fetched)" : hint));
  const more = unnamed > 0 ? ` and ${unnamed} more` : "";
  return `${count} ${noun} not found: ${described.join(", ")}${more}`;
}

/** Names that the text has percent-encoded may be no valid UTF-8. */
function decode(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
