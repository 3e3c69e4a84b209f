import { type Field, listFields } from "../form/field.ts";
import { parseText, toText, toValues, type Values } from "../form/values.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";

/** A tool as its page knows it, in the browser as on the server. Plain JSON. */
export interface ToolView {
  name: string;
  title: string;
  method: "GET" | "POST";
  /** True: the tool also accepts GET, so that results have URLs. */
  hasGet: boolean;
  /** The path of the API, including the base path. */
  apiPath: string;
  /** Methods of the API, and limits in words, for the line above the samples. */
  methods: readonly string[];
  limits: readonly string[];
  /** The path of the page, below which its own routes are. */
  pagePath: string;
  origin: string;
  fields: Field[];
  /** Members of the query. */
  query: Field[];
  /** Media type of the result by default. */
  mediaType: string | undefined;
  headline: ToolSummary["headline"];
  /** Sentences for warnings, and the headers that may have some. */
  warnings: Readonly<Record<string, string>>;
  headers: string[];
  /** True: results update during typing. Tools that allow few requests a minute wait for Run. */
  live: boolean;
  /** Requests a minute that the tool allows an address; undefined: unlimited. */
  perMinute: number | undefined;
  /** True: the daily quota is enforced, so the page shows it. */
  showsQuota: boolean;
  /** True: callers need a key, so samples name its header. */
  needsKey?: true;
  /** URL of the tool's own code, where the page runs it in the browser. */
  script?: string;
}

/** Tools that allow fewer requests a minute do not update during typing. */
const LIVE_PER_MINUTE = 30;

/** Prefix of the query's members in the form, so that they never clash with the input's. */
export const QUERY = "?";

/** Creates the view of a tool. */
export function toView(
  tool: ToolSummary,
  { basePath, origin, enforcesQuota = false, requiresKey = false }: Site,
): ToolView {
  const { name, title, perMinute, defaultPerMinute, media, methods, costlyReply } = tool;
  return {
    name,
    title,
    method: methods.includes("POST") ? "POST" : "GET",
    hasGet: methods.includes("GET"),
    apiPath: `${basePath}${tool.path}`,
    methods,
    limits: [
      ...(perMinute === undefined ? [] : [`${perMinute} a minute`]),
      ...(costlyReply ? [`${costlyReply.perMinute} a minute ${costlyReply.description}`] : []),
    ],
    pagePath: `${basePath}/tools/${name}`,
    origin: origin.slice(0, origin.length - basePath.length),
    fields: listFields(tool.input),
    query: listFields(tool.query ?? {}, QUERY),
    mediaType: media?.[0],
    headline: tool.headline,
    warnings: listSentences(tool.warnings),
    headers: Object.keys(tool.headers),
    live: Math.min(perMinute ?? Infinity, defaultPerMinute ?? Infinity) >= LIVE_PER_MINUTE,
    perMinute,
    showsQuota: enforcesQuota,
    ...(requiresKey && { needsKey: true as const }),
  };
}

/** Leaves out sentences that are created from headers, because a page has data only. */
function listSentences(warnings: ToolSummary["warnings"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(warnings).map(([key, text]) => [key, typeof text === "string" ? text : ""]),
  );
}

/** Returns the values of a form for an input, such as the tool's example. */
export function getExampleValues(view: ToolView, example: object): Values {
  return { ...toValues(view.fields, example), ...toValues(view.query, {}) };
}

/**
 * Returns the values of the example as a page begins with them: dates with `daysFromToday` follow
 * `today`.
 */
export function startExample(view: ToolView, example: object, today: Date): Values {
  const values = startValues(view, example, today);
  for (const { name, start } of view.fields) if (start === "") values[name] = "";
  const inner = view.fields.flatMap(({ name, fields = [] }) =>
    fields.map((field) => ({ ...field, name: `${name}.${field.name}` })),
  );
  return setDates(
    inner.filter(({ name }) => values[name]),
    values,
    today,
  );
}

function startValues(view: ToolView, input: object, today: Date): Values {
  return setDates(view.fields, getExampleValues(view, input), today);
}

function setDates(fields: readonly Field[], values: Values, today: Date): Values {
  for (const { name, daysFromToday } of fields) {
    if (daysFromToday === undefined) continue;
    const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + daysFromToday);
    values[name] = new Date(day).toISOString().slice(0, 10);
  }
  return values;
}

/**
 * Returns the values of a form that a link, a post or the device's storage filled in; the rest is
 * at its default.
 */
export function fillForm(view: ToolView, text: string): Values {
  return { ...getExampleValues(view, {}), ...parseText(text) };
}

/** Returns the values as text without secrets, for links and for storage on the device. */
export function toPublicText(view: ToolView, values: Values): string {
  const secrets = listSecrets(view.fields);
  const isPublic = ([path]: [string, string]) =>
    !secrets.some((name) => path === name || path.startsWith(`${name}.`));
  return toText(Object.fromEntries(Object.entries(values).filter(isPublic)));
}

/**
 * Returns the paths of the fields that contain secrets, such as a password inside the content of a
 * QR code.
 */
export function listSecrets(fields: readonly Field[], path = ""): string[] {
  return fields.flatMap(({ name, sensitive, fields: members = [] }) =>
    sensitive ? [path + name] : listSecrets(members, `${path}${name}.`),
  );
}

/** Returns true for the only text that a tool requires, such as that of a QR code. */
export function isMainField({ fields }: ToolView, path: string): boolean {
  const texts = fields.filter(({ kind, required }) => required && /^(text|lines)$/.test(kind));
  return texts.length === 1 && texts[0]?.name === path;
}

/** Returns the form with every field empty, or at what it begins with. */
export function createBlankForm(view: ToolView): Values {
  return startValues(view, {}, new Date());
}
