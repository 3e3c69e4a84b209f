import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Card, Site } from "../card.ts";
import { addRow, removeRow } from "../form/rows.ts";
import type { Values } from "../form/values.ts";
import type { Answer } from "../tool/answer.ts";
import { exampleValues, filledForm, toRequest, toView } from "../tool/view.ts";
import { ask, call } from "./api.ts";
import type { Send } from "./pages.ts";

/** The most of a posted form: what the API takes, spelled as a form. */
const FORM_LIMIT_BYTES = 1024 * 1024;

/** The pages of one tool: its form, what a posted form answers, and its document on its own. */
export function toolPageRoutes(app: FastifyInstance, card: Card, send: Send, site: SiteOf): void {
  const url = `/tools/${card.name}`;
  app.get(url, async (request, reply) => {
    const at = site(request);
    const view = toView(card, at);
    const values = exampleValues(view, card.example);
    const answer = showsAtOnce(card, view.live)
      ? await ask(app, request, { view, values, basePath: at.basePath })
      : undefined;
    return show(request, reply, { values, answer });
  });

  app.post(url, { bodyLimit: FORM_LIMIT_BYTES }, async (request, reply) => {
    const at = site(request);
    const view = toView(card, at);
    const {
      "add-row": add,
      "remove-row": remove,
      ...values
    } = filledForm(view, String(request.body));
    if (add !== undefined)
      return show(request, reply, { values: addRow(view.fields, values, add) });
    if (remove !== undefined) return show(request, reply, { values: removeRow(values, remove) });
    const answer = await ask(app, request, { view, values, basePath: at.basePath });
    return show(request, reply, { values, answer });
  });

  app.get(`${url}/answer`, async (request, reply) => {
    const at = site(request);
    const view = toView(card, at);
    const text = request.url.split("?")[1] ?? "";
    const values = text === "" ? exampleValues(view, card.example) : filledForm(view, text);
    const asked = toRequest(view, values);
    const path = asked.url.slice(at.basePath.length);
    const { status, headers, body } = await call(app, request, { url: path, body: asked.input });
    for (const name of ["content-type", "content-security-policy"]) {
      const value = headers[name];
      if (typeof value === "string") reply.header(name, value);
    }
    return reply.code(status).header("cache-control", "no-store").send(body);
  });

  async function show(request: FastifyRequest, reply: FastifyReply, filled: Filled) {
    const at = site(request);
    const view = toView(card, at);
    const { values, answer } = filled;
    const props = {
      view,
      values,
      example: exampleValues(view, card.example),
      ...(answer && { answer }),
    };
    return send(request, reply, at, {
      title: `${card.title} · Sundry`,
      description: card.summary,
      section: "tools",
      part: "tool",
      content: { page: "ToolPage", props: { card, props } },
    });
  }
}

interface Filled {
  values: Values;
  answer?: Answer | undefined;
}

/** Finds where the pages are, as this visitor reaches them. */
export type SiteOf = (request: FastifyRequest) => Site;

/** Pictures of dots are too heavy to travel inside a page; the browser asks for them itself. */
function showsAtOnce({ media = [] }: Card, live: boolean): boolean {
  const file = media[0] ?? "";
  return live && (!file.startsWith("image/") || file.startsWith("image/svg"));
}
