import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { SchemaNode } from "../../lib/schema.ts";
import { type Completion, completeValue, listChoices } from "../choices.ts";
import { listTemplateValues } from "../resources/read-resource.ts";
import type { Session } from "../session.ts";
import { checkArguments, formatPrompt, type Prompt, PROMPTS } from "./prompts.ts";

/** Adds the handlers of prompts, and of completions for their arguments and for resources. */
export function handlePrompts(server: Server, session: Session): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS.map(listPrompt) }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const { name, arguments: sent = {} } = params;
    const prompt = PROMPTS.find((candidate) => candidate.name === name);
    const problem = prompt ? checkArguments(prompt, sent) : `there is no prompt ${name}`;
    if (!prompt || problem !== undefined) throw createError(problem ?? "");
    const text = formatPrompt(prompt, sent);
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const completion =
      ref.type === "ref/prompt"
        ? await completePrompt(ref.name, argument, session)
        : await completeTemplate(ref.uri, argument.value, session);
    return { completion };
  });
}

function listPrompt({ name, title, description, arguments: declared }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: declared.map(({ name: argument, description: about, required }) => ({
      name: argument,
      description: about,
      required,
    })),
  };
}

function createError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

async function completePrompt(
  name: string,
  argument: { name: string; value: string },
  { loadCatalog }: Session,
): Promise<Completion> {
  const prompt = PROMPTS.find((candidate) => candidate.name === name);
  const declared = prompt?.arguments.find((candidate) => candidate.name === argument.name);
  if (!declared) throw createError(`there is no argument ${argument.name} of a prompt ${name}`);
  const { tool = "", member = "" } = declared.choices ?? {};
  const schema: SchemaNode = (await loadCatalog()).all.get(tool)?.inputSchema ?? {};
  return completeValue(listChoices(schema.properties?.[member] ?? {}), argument.value);
}

async function completeTemplate(uri: string, value: string, session: Session): Promise<Completion> {
  const values = await listTemplateValues(uri, session);
  if (!values) throw createError(`there is no template ${uri}`);
  return completeValue(
    values.map((name) => ({ name, aliases: [] })),
    value,
  );
}
