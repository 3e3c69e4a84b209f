import type { JSX } from "preact";
import type { ToolSummary, Site } from "../tool-summary.ts";
import { type Entry, groupTools } from "./groups.ts";

export interface HomeProps {
  site: Site;
  tools: readonly ToolSummary[];
  /** The search, when there is no script. */
  search: string;
}

/** The home page: what Sundry is, and every tool. */
export function Home({ site, tools, search }: HomeProps): JSX.Element {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (entry: Entry) => words.every((word) => wordsOf(entry).includes(word));
  const groups = groupTools(tools);
  const isEmpty = !groups.some(({ entries }) => entries.some(fits));
  return (
    <div class="home">
      <section class="hero">
        <h1>Small tools for developers, on your own server.</h1>
        <p>
          Try each one here, then copy the request into your code. Every tool is a plain HTTP
          endpoint: JSON in, the answer out, no account and no key.
        </p>
        <form action={`${site.basePath}/`} role="search">
          <label for="search">Find a tool</label>
          <input
            id="search"
            name="q"
            type="search"
            value={search}
            placeholder="invoice, qr, sha-256 …"
            autoComplete="off"
          />
        </form>
      </section>
      {groups.map(({ title, entries }) => (
        <section key={title} class="tools" data-group={title} hidden={!entries.some(fits)}>
          <h2>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.path} data-words={wordsOf(entry)} hidden={!fits(entry)}>
                <a href={site.basePath + entry.path}>{entry.title}</a>
                <p>{entry.summary}</p>
                <code>{entry.endpoint}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p id="nothing" class="empty" hidden={!isEmpty}>
        No tools match your search.
      </p>
    </div>
  );
}

function wordsOf({ title, summary, endpoint, keywords }: Entry): string {
  return `${title} ${summary} ${endpoint} ${keywords.join(" ")}`.toLowerCase();
}
