import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ToolSummary, Site } from "../tool-summary.ts";
import { addRow, removeRow } from "../form/rows.ts";
import type { Values } from "../form/values.ts";
import type { Answer } from "../tool/answer.ts";
import { exampleValues, filledForm, toRequest, toView } from "../tool/view.ts";
import { submitTool, injectApi } from "./api.ts";
import type { SendPage } from "./pages.ts";

/** The most of a posted form: what the API takes, spelled as a form. */
const FORM_LIMIT_BYTES = 1024 * 1024;

/** The pages of one tool: its form, what a posted form answers, and its document on its own. */
export function toolPageRoutes(
  app: FastifyInstance,
  card: ToolSummary,
  send: SendPage,
  site: SiteOf,
): void {
  const url = `/tools/${card.name}`;
  const visit = (request: FastifyRequest): Visit => {
    const at = site(request);
    return { at, view: toView(card, at) };
  };
  const answerTo = (request: FastifyRequest, { at, view }: Visit, values: Values) =>
    submitTool(app, request, { view, values, basePath: at.basePath });
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    { at, view, values, answer }: Shown,
  ) =>
    send(request, reply, at, {
      title: `${card.title} · Sundry`,
      description: card.summary,
      section: "tools",
      part: "tool",
      content: {
        page: "ToolPage",
        props: {
          card,
          props: {
            view,
            values,
            example: exampleValues(view, card.example),
            ...(answer && { answer }),
          },
        },
      },
    });

  app.get(url, async (request, reply) => {
    const visited = visit(request);
    const values = exampleValues(visited.view, card.example);
    const answer = showsAtOnce(card, visited.view.live)
      ? await answerTo(request, visited, values)
      : undefined;
    return show(request, reply, { ...visited, values, answer });
  });

  app.post(url, { bodyLimit: FORM_LIMIT_BYTES }, async (request, reply) => {
    const visited = visit(request);
    const {
      "add-row": add,
      "remove-row": remove,
      ...values
    } = filledForm(visited.view, String(request.body));
    if (add !== undefined) {
      const more = addRow(visited.view.fields, values, add);
      return show(request, reply, { ...visited, values: more });
    }
    if (remove !== undefined)
      return show(request, reply, { ...visited, values: removeRow(values, remove) });
    const answer = await answerTo(request, visited, values);
    return show(request, reply, { ...visited, values, answer });
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply, text: string) => {
    const { at, view } = visit(request);
    const values = text === "" ? exampleValues(view, card.example) : filledForm(view, text);
    const asked = toRequest(view, values);
    const path = asked.url.slice(at.basePath.length);
    const { status, headers, body } = await injectApi(app, request, {
      url: path,
      body: asked.input,
    });
    for (const name of ["content-type", "content-security-policy"]) {
      const value = headers[name];
      if (typeof value === "string") reply.header(name, value);
    }
    return reply.code(status).header("cache-control", "no-store").send(body);
  };

  app.get(`${url}/answer`, async (request, reply) =>
    answer(request, reply, request.url.split("?")[1] ?? ""),
  );
  // A form that is too long for an address.
  app.post(`${url}/answer`, { bodyLimit: FORM_LIMIT_BYTES }, async (request, reply) =>
    answer(request, reply, String(request.body)),
  );
}

/** Where a visitor is, and what the tool's page holds there. */
interface Visit {
  at: Site;
  view: ReturnType<typeof toView>;
}

interface Shown extends Visit {
  values: Values;
  answer?: Answer | undefined;
}

/** Finds where the pages are, as this visitor reaches them. */
export type SiteOf = (request: FastifyRequest) => Site;

/** Pictures of dots are too heavy to travel inside a page; the browser asks for them itself. */
function showsAtOnce({ media }: ToolSummary, live: boolean): boolean {
  const file = media[0] ?? "";
  return live && (!file.startsWith("image/") || file.startsWith("image/svg"));
}
