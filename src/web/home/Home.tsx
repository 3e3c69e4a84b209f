import type { JSX } from "preact";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { findEntries } from "./find-entries.ts";
import { type HomeEntry, groupTools } from "./groups.ts";
import type { Preview } from "./preview.ts";
import { Thumbnail } from "./Thumbnail.tsx";

export interface HomeProps {
  site: Site;
  tools: readonly ToolSummary[];
  /** Previews by the names of tools. */
  previews: ReadonlyMap<string, Preview>;
  /** False: the caller may not read inboxes. */
  hasInbox: boolean;
  /** The search text of a request without JavaScript. */
  search: string;
}

/** Searches that show what the search understands. */
const SUGGESTIONS = ["wifi", "receipt", "checksum", "request bin", "salary"];

/** Entries of a group that fits half the page. */
const MAX_SHORT = 2;

/** The home page: what Sundry is, and every tool. */
export function Home({ site, tools, previews, search, hasInbox }: HomeProps): JSX.Element {
  const groups = groupTools(tools, { previews, hasInbox });
  const all = groups.flatMap(({ entries }) => entries);
  const isFound = findEntries(all.map(listWords), search);
  const matches = (entry: HomeEntry) => isFound[all.indexOf(entry)] ?? false;
  const isEmpty = !groups.some(({ entries }) => entries.some(matches));
  // A search without results offers all tools.
  const isShown = (entry: HomeEntry) => isEmpty || matches(entry);
  return (
    <div class="home">
      <Hero site={site} search={search} />
      <p id="nothing" class="empty" role="status" hidden={!isEmpty}>
        No tools match “<span>{search}</span>”. <a href={`${site.basePath}/`}>Clear search</a>
      </p>
      {groups.map(({ title, entries }) => (
        <section
          key={title}
          class={entries.length <= MAX_SHORT ? "tools short" : "tools"}
          data-group={title}
          hidden={!entries.some(isShown)}
        >
          <h2>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <Card key={entry.name} site={site} entry={entry} hidden={!isShown(entry)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The headline and the search. */
function Hero({ site, search }: Pick<HomeProps, "site" | "search">): JSX.Element {
  const home = `${site.basePath}/`;
  return (
    <section class="hero">
      <h1>Small tools for developers, on your own server.</h1>
      <p>
        Use each one here or as a plain HTTP endpoint: JSON in, the result out
        {site.requiresKey ? "" : ", no account and no key"}.
      </p>
      <form action={home} role="search">
        <label class="unseen" for="search">
          Search tools
        </label>
        <input
          id="search"
          name="q"
          type="search"
          value={search}
          placeholder="Search tools: invoice, qr, sha-256 …"
          autoComplete="off"
        />
      </form>
      <p id="shortcuts" class="chips">
        {SUGGESTIONS.map((word) => (
          <a key={word} href={`${home}?q=${encodeURIComponent(word)}`}>
            {word}
          </a>
        ))}
      </p>
    </section>
  );
}

interface CardProps {
  site: Site;
  entry: HomeEntry;
  hidden: boolean;
}

function Card({ site, entry, hidden }: CardProps): JSX.Element {
  const { name, title, summary, path, preview } = entry;
  return (
    <li data-words={listWords(entry)} data-name={name} hidden={hidden}>
      <Thumbnail preview={preview} />
      <h3>
        <a href={site.basePath + path}>{title}</a>
      </h3>
      <p>{summary}</p>
      <button
        type="button"
        class="favorite scripted"
        aria-pressed="false"
        aria-label={`Favorite: ${title}`}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 1.800 9.900 5.700l4.300.6-3.100 3 .7 4.300L8 11.600l-3.800 2 .7-4.300-3.100-3 4.300-.6z" />
        </svg>
      </button>
    </li>
  );
}

function listWords({ title, summary, endpoint, keywords }: HomeEntry): string {
  return `${title} ${summary} ${endpoint} ${keywords.join(" ")}`.toLowerCase();
}
