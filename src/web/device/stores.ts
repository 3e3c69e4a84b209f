import { capitalize } from "../../lib/text/capitalize.ts";
import { KEY_PREFIX, listStoredKeys, readStored, writeStored } from "../shell/storage.ts";

/** Something that pages keep on the device, under one key or under keys that begin alike. */
interface StoreTitle {
  /** Ends with a colon: the keys begin with it. */
  key: string;
  title: string;
  content: string;
}

/**
 * The keys of pages in the order of their list. A key that is missing here is listed by its
 * name, so that everything is exported and can be cleared.
 */
const TITLES: readonly StoreTitle[] = [
  {
    key: "sundry:invoice:",
    title: "Invoices",
    content: "Downloaded and printed invoices with their amounts and status.",
  },
  {
    key: "sundry:details",
    title: "My details and clients",
    content: "Names, addresses, tax IDs, bank accounts, logos.",
  },
  {
    key: "sundry:form:",
    title: "Forms",
    content: "The last input of each tool, without passwords and secrets.",
  },
  {
    key: "sundry:runs:",
    title: "Recent runs",
    content: "The last inputs of each tool, without passwords and secrets.",
  },
  {
    key: "sundry:inboxes",
    title: "Webhook inboxes",
    content: "The names of inboxes that were opened here.",
  },
  {
    key: "sundry:inbox-tokens",
    title: "Read tokens of private inboxes",
    content: "Anyone with a token can read its inbox.",
  },
  {
    key: "sundry:favorites",
    title: "Favorites",
    content: "Tools that are first on the home page.",
  },
  { key: "sundry:recent", title: "Recent tools", content: "For the home page." },
];

/** Stored texts of one kind. */
export interface DeviceStore extends StoreTitle {
  keys: string[];
  /** Characters of the stored texts. */
  size: number;
}

/** Returns everything that the device keeps, by kind. */
export function listStores(): DeviceStore[] {
  const stores = new Map<string, DeviceStore>();
  const keys = listStoredKeys(KEY_PREFIX);
  for (const { title, key, content } of [...TITLES, ...keys.map(findTitle)]) {
    const matching = keys.filter((stored) => findTitle(stored).key === key);
    const size = matching.reduce((sum, stored) => sum + (readStored(stored) ?? "").length, 0);
    if (matching.length > 0) stores.set(key, { key, title, content, keys: matching, size });
  }
  return [...stores.values()];
}

function findTitle(stored: string): StoreTitle {
  const listed = TITLES.find(({ key }) =>
    key.endsWith(":") ? stored.startsWith(key) : stored === key,
  );
  if (listed) return listed;
  // `sundry:code-looks` is "Code looks"; `sundry:form-order:qr` is listed with its siblings.
  const [, name = "", colon = ""] = /^sundry:([^:]*)(:?)/.exec(stored) ?? [];
  return {
    key: `${KEY_PREFIX}${name}${colon}`,
    title: capitalize(name.replaceAll("-", " ")),
    content: "",
  };
}

/** The stored texts by their keys. */
export type Snapshot = Readonly<Record<string, string>>;

export function takeSnapshot(): Snapshot {
  const entries = listStoredKeys(KEY_PREFIX).map((key) => [key, readStored(key) ?? ""]);
  return Object.fromEntries(entries) as Snapshot;
}

/** Replaces everything that pages keep. */
export function restoreSnapshot(snapshot: Snapshot): void {
  clearKeys(listStoredKeys(KEY_PREFIX));
  for (const [key, text] of Object.entries(snapshot)) writeStored(key, text);
}

export function clearKeys(keys: readonly string[]): void {
  for (const key of keys) writeStored(key, null);
}
