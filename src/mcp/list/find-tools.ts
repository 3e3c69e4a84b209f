import type { SchemaNode } from "../../lib/schema.ts";
import type { McpTool } from "../tool.ts";

/** Weights of the words of a tool, by where they are. */
const WEIGHTS = { name: 6, keywords: 5, description: 3, members: 2, choices: 2, explanations: 1 };

/** Weight of a word that only begins like the one of the query. */
const PREFIX_WEIGHT = 0.6;
const MIN_PREFIX = 4;

/** Words without meaning for a search. */
const STOP_WORDS = new Set(
  "a an and are as at be by can do for from has have how i in into is it its make me my need of on or our that the this to want we what with you your".split(
    " ",
  ),
);

/** The words of a tool, each with its greatest weight. */
type Index = ReadonlyMap<string, number>;

/** Returns the tools that fit the words of a query, best first. */
export function findTools(tools: Iterable<McpTool>, query: string): McpTool[] {
  const entries = [...tools].map((tool) => ({ tool, index: indexTool(tool) }));
  const words = [...new Set(splitWords(query))];
  const scored = entries.map(({ tool, index }) => {
    const scores = words.map((word) => {
      const matches = entries.filter((entry) => weigh(entry.index, word) > 0).length;
      return weigh(index, word) * Math.log(1 + entries.length / Math.max(1, matches));
    });
    return { tool, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((first, second) => second.score - first.score)
    .map(({ tool }) => tool);
}

const indexes = new WeakMap<McpTool, Index>();

function indexTool(tool: McpTool): Index {
  const cached = indexes.get(tool);
  if (cached) return cached;
  const index = new Map<string, number>();
  const add = (weight: number, ...texts: string[]) => {
    for (const word of texts.flatMap(splitWords)) {
      index.set(word, Math.max(weight, index.get(word) ?? 0));
    }
  };
  add(WEIGHTS.name, tool.name, tool.title);
  add(WEIGHTS.keywords, ...tool.keywords);
  add(WEIGHTS.description, tool.description);
  addMembers(tool.inputSchema, add);
  indexes.set(tool, index);
  return index;
}

function addMembers(schema: SchemaNode, add: (weight: number, ...texts: string[]) => void): void {
  const { properties = {}, items, anyOf = [], enum: choices = [], description = "" } = schema;
  add(WEIGHTS.members, ...Object.keys(properties));
  add(WEIGHTS.choices, ...choices.map(String));
  add(WEIGHTS.explanations, description);
  const nested = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  for (const node of nested) addMembers(node, add);
}

function weigh(index: Index, word: string): number {
  const exact = index.get(word);
  if (exact !== undefined || word.length < MIN_PREFIX) return exact ?? 0;
  let best = 0;
  for (const [indexed, weight] of index) {
    const isPrefix =
      indexed.length >= MIN_PREFIX && (indexed.startsWith(word) || word.startsWith(indexed));
    if (isPrefix) best = Math.max(best, weight * PREFIX_WEIGHT);
  }
  return best;
}

/** Splits text and names such as `hourlyRate` into words without their endings. */
function splitWords(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/(?<=[a-z])-(?=\d)/gi, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})(?:ies|ing|es|ed|e|s|y)$/u, ""));
}
