import type { RequestContext } from "../../http/request-context.ts";
import type { Reply, Route } from "../../http/types.ts";
import { addRow, removeRow } from "../form/rows.ts";
import type { Values } from "../form/values.ts";
import type { Answer } from "../tool/answer.ts";
import { exampleValues, filledForm, toRequest, toView } from "../tool/view.ts";
import type { Site, ToolSummary } from "../tool-summary.ts";
import { type InjectApi, submitTool } from "./api.ts";
import type { RenderPage, SiteOf } from "./page.ts";

/** The longest posted form: what the API takes, spelled as a form. */
const FORM = { format: "form", maxBytes: 1024 * 1024 } as const;

interface ToolPageOptions {
  render: RenderPage;
  site: SiteOf;
  injectApi: InjectApi;
}

/** The pages of one tool: its form, the result of a posted form, and its document on its own. */
export function toolPageRoutes(card: ToolSummary, options: ToolPageOptions): Route[] {
  const { render, site, injectApi } = options;
  const path = `/tools/${card.name}`;
  const visit = (visitor: RequestContext): Visit => {
    const at = site(visitor);
    return { at, view: toView(card, at) };
  };
  const submit = (visitor: RequestContext, { at, view }: Visit, values: Values, isCounted = true) =>
    submitTool(injectApi, visitor, { view, values, basePath: at.basePath, isCounted });
  const show = (visitor: RequestContext, { view, values, answer }: Shown) =>
    render(visitor, {
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

  const form: Route = {
    methods: ["GET", "HEAD"],
    path,
    handler: async (visitor) => {
      const visited = visit(visitor);
      const values = exampleValues(visited.view, card.example);
      const answer = showsAtOnce(card, visited.view.live)
        ? await submit(visitor, visited, values, false)
        : undefined;
      return show(visitor, { ...visited, values, answer });
    },
  };

  const posted: Route = {
    methods: ["POST"],
    path,
    body: FORM,
    handler: async (visitor) => {
      const visited = visit(visitor);
      const {
        "add-row": add,
        "remove-row": remove,
        ...values
      } = filledForm(visited.view, String(visitor.body));
      if (add !== undefined) {
        return show(visitor, { ...visited, values: addRow(visited.view.fields, values, add) });
      }
      if (remove !== undefined) {
        return show(visitor, { ...visited, values: removeRow(values, remove) });
      }
      const answer = await submit(visitor, visited, values);
      return show(visitor, { ...visited, values, answer });
    },
  };

  const showDocument = async (visitor: RequestContext, text: string): Promise<Reply> => {
    const { at, view } = visit(visitor);
    const values = text === "" ? exampleValues(view, card.example) : filledForm(view, text);
    const { url, input } = toRequest(view, values);
    const call = { url: url.slice(at.basePath.length), body: input };
    const { status, headers, body } = await injectApi(visitor, call);
    const { "content-type": type, "content-security-policy": policy } = headers;
    return {
      status,
      body,
      headers: {
        "cache-control": "no-store",
        ...(policy !== undefined && { "content-security-policy": policy }),
      },
      ...(type !== undefined && { type }),
    };
  };
  const linkedDocument: Route = {
    methods: ["GET", "HEAD"],
    path: `${path}/answer`,
    handler: (visitor) => showDocument(visitor, visitor.query),
  };
  // For a form that is too long for a URL.
  const postedDocument: Route = {
    methods: ["POST"],
    path: `${path}/answer`,
    body: FORM,
    handler: (visitor) => showDocument(visitor, String(visitor.body)),
  };
  return [form, posted, linkedDocument, postedDocument];
}

/** Where a visitor is, and the tool's form there. */
interface Visit {
  at: Site;
  view: ReturnType<typeof toView>;
}

interface Shown extends Visit {
  values: Values;
  answer?: Answer | undefined;
}

/** False for pictures of pixels and PDFs, because they are too heavy to travel inside a page: the browser requests them. */
function showsAtOnce({ media }: ToolSummary, live: boolean): boolean {
  const file = media[0] ?? "";
  return (
    live &&
    file !== "application/pdf" &&
    (!file.startsWith("image/") || file.startsWith("image/svg"))
  );
}
