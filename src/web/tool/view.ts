import type { ToolSummary, Site } from "../tool-summary.ts";
import { type Field, fieldsOf } from "../form/field.ts";
import { fromText, toInput, toValues, type Values } from "../form/values.ts";
import type { Request } from "./samples.ts";

/** A tool as its page knows it, in the browser as on the server. Plain JSON. */
export interface ToolView {
  name: string;
  title: string;
  method: "GET" | "POST";
  /** Where requests go, base path included. */
  path: string;
  /** Where this page's own routes are. */
  page: string;
  origin: string;
  fields: Field[];
  /** Members of the query. */
  query: Field[];
  /** The file type of the answer, where it is one. */
  fileType: string | undefined;
  headline: ToolSummary["headline"];
  /** True: it answers while one types. Where few requests a minute are allowed, it waits for the button. */
  live: boolean;
}

/** Fewer requests a minute than this are not spent on half-typed input. */
const LIVE_PER_MINUTE = 30;

/** Prefix of the query's members in the form, so that they never meet the input's. */
const QUERY = "?";

/** Makes the view of a card. */
export function toView(card: ToolSummary, { basePath, origin }: Site): ToolView {
  const { name, title, perMinute = LIVE_PER_MINUTE, media, methods } = card;
  return {
    name,
    title,
    method: methods.includes("POST") ? "POST" : "GET",
    path: `${basePath}${card.path}`,
    page: `${basePath}/tools/${name}`,
    origin: origin.slice(0, origin.length - basePath.length),
    fields: fieldsOf(card.input),
    query: fieldsOf(card.query ?? {}, QUERY),
    fileType: media?.[0],
    headline: card.headline,
    live: perMinute >= LIVE_PER_MINUTE,
  };
}

/** What the form holds at first: the card's example. */
export function exampleValues(view: ToolView, example: object): Values {
  return { ...toValues(view.fields, example), ...toValues(view.query, {}) };
}

/** A form as a link, a post or an address tells it: what it leaves out is at its default. */
export function filledForm(view: ToolView, text: string): Values {
  return { ...exampleValues(view, {}), ...fromText(text) };
}

const FILE_NAMES: Record<string, string> = {
  "image/png": "png",
  "image/svg+xml": "svg",
  "text/html": "html",
  "application/pdf": "pdf",
};

/** The request that a filled form stands for; its address begins with the path. */
export function toRequest(view: ToolView, values: Values): Request {
  const query = Object.entries(toInput(view.query, values)).map(([name, value]) => [
    name.slice(QUERY.length),
    String(value),
  ]);
  const text = new URLSearchParams(query).toString();
  const ending = FILE_NAMES[view.fileType ?? ""];
  const asksJson = values["?format"] === "json" || values["format"] === "png";
  return {
    method: view.method,
    url: view.path + (text && `?${text}`),
    input: toInput(view.fields, values),
    file: ending === undefined || asksJson ? undefined : `${view.name}.${ending}`,
  };
}
