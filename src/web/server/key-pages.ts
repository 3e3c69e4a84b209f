import type { CreatedKey, Key } from "../../domain/access/key.ts";
import type { UsageDay } from "../../domain/access/usage-report.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Reply } from "../../http/reply.ts";
import type { Route } from "../../http/route.ts";
import { SCOPES } from "../../lib/scope.ts";
import { toSettings } from "../access/key.ts";
import type { ToolSummary } from "../tool-summary.ts";
import type { PageServices } from "./page-renderer.ts";
import { seeOther } from "./sign-in-routes.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

interface KeyPagesOptions extends PageServices {
  tools: readonly ToolSummary[];
}

/** A message above a page, after a form was sent. */
interface Outcome {
  created?: CreatedKey;
  problem?: string;
  values?: URLSearchParams;
  status?: number;
}

/** The API's response. */
interface ApiResult {
  status: number;
  /** The JSON of a success. */
  body?: unknown;
  /** The sentence of an error. */
  problem: string;
  /** The error as a reply. */
  failure: Reply;
}

const API = "/api/v1/keys";
const SHARED = { access: "administrator" } as const;
const POST = { ...SHARED, methods: ["POST"], body: { format: "form", maxBytes: 65_536 } } as const;

/** Creates the pages of keys. They send what people fill in to the API. */
export function createKeyPages(options: KeyPagesOptions): Route[] {
  const pages = new KeyPages(options);
  const read = { ...SHARED, methods: ["GET", "HEAD"] };
  return [
    { ...read, path: "/keys", handler: (context) => pages.showAll(context) },
    { ...POST, path: "/keys", handler: (context) => pages.create(context) },
    { ...read, path: "/keys/:id", handler: (context) => pages.show(context) },
    { ...POST, path: "/keys/:id", handler: (context) => pages.change(context) },
    { ...POST, path: "/keys/:id/rotate", handler: (context) => pages.rotate(context) },
    { ...POST, path: "/keys/:id/revoke", handler: (context) => pages.revoke(context) },
  ];
}

class KeyPages {
  readonly #options: KeyPagesOptions;
  readonly #scopes: readonly string[];

  constructor(options: KeyPagesOptions) {
    this.#options = options;
    const tools = [...new Set(options.tools.map(({ scope }) => `tools:${scope}`))].toSorted();
    this.#scopes = ["tools:*", ...SCOPES, ...tools];
  }

  async showAll(context: RequestContext, outcome: Outcome = {}): Promise<Reply> {
    const { body, failure } = await this.#call(context, "GET", API);
    if (!body) return failure;
    const { created, problem, values, status = 200 } = outcome;
    const site = this.#options.getSite(context);
    return this.#options.render(context, {
      title: "Keys · Sundry",
      description: "Issue, change and revoke keys.",
      part: "access",
      status,
      content: {
        page: "KeysPage",
        props: {
          site,
          keys: (body as { keys: Key[] }).keys,
          scopes: this.#scopes,
          created,
          problem,
          values,
        },
      },
    });
  }

  async create(context: RequestContext): Promise<Reply> {
    const values = readForm(context);
    const { body, status, problem } = await this.#call(context, "POST", API, toSettings(values));
    return this.showAll(
      context,
      body ? { created: body as CreatedKey } : { problem, values, status },
    );
  }

  async show(context: RequestContext, outcome: Outcome = {}): Promise<Reply> {
    const url = toApiPath(context);
    const [key, usage] = await Promise.all([
      this.#call(context, "GET", url),
      this.#call(context, "GET", `${url}/usage`),
    ]);
    if (!key.body) return key.failure;
    const data = key.body as Key;
    const { days = [] } = (usage.body ?? {}) as { days?: UsageDay[] };
    const { created, problem, values, status = 200 } = outcome;
    return this.#options.render(context, {
      title: `${data.name} · Keys · Sundry`,
      description: "A key, its usage and its settings.",
      part: "access",
      status,
      content: {
        page: "KeyPage",
        props: {
          site: this.#options.getSite(context),
          data,
          scopes: this.#scopes,
          days,
          secret: created?.key,
          problem,
          values,
        },
      },
    });
  }

  async change(context: RequestContext): Promise<Reply> {
    const values = readForm(context);
    const url = toApiPath(context);
    const { body, status, problem } = await this.#call(context, "PATCH", url, toSettings(values));
    if (body) return seeOther(toPagePath(context));
    return this.show(context, { problem, values, status });
  }

  async rotate(context: RequestContext): Promise<Reply> {
    const overlapSeconds = Number(readForm(context).get("overlapSeconds") ?? "86400");
    const { body, status, problem } = await this.#call(
      context,
      "POST",
      `${toApiPath(context)}/rotate`,
      { overlapSeconds },
    );
    return this.show(context, body ? { created: body as CreatedKey } : { problem, status });
  }

  async revoke(context: RequestContext): Promise<Reply> {
    const { status, failure } = await this.#call(context, "DELETE", toApiPath(context));
    return status === 204 ? seeOther(toPagePath(context)) : failure;
  }

  /** Calls the API for the administrator; `body` is that of a success. */
  async #call(
    context: RequestContext,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    url: string,
    sent?: object,
  ): Promise<ApiResult> {
    const call = { url, method, isCounted: false, ...(sent && { body: sent }) };
    const { status, body } = await this.#options.injectApi(context, call);
    const failure = { status, type: JSON_TYPE, body };
    const json = body.length > 0 ? (JSON.parse(body.toString("utf8")) as unknown) : {};
    if (status < 400) return { status, body: json, problem: "", failure };
    return { status, problem: (json as { error: string }).error, failure };
  }
}

function readForm({ body }: RequestContext): URLSearchParams {
  return new URLSearchParams(String(body));
}

function toApiPath({ params }: RequestContext): string {
  return `${API}/${encodeURIComponent(params["id"] ?? "")}`;
}

function toPagePath({ basePath, params }: RequestContext): string {
  return `${basePath}/keys/${encodeURIComponent(params["id"] ?? "")}`;
}
