import type { CallContext } from "../../../lib/workers/worker-server.ts";
import type { Style, StyledText } from "../text/styled-text.ts";
import { prepareHighlight } from "./highlight.ts";
import { PLAIN, resolveLanguage } from "./languages.ts";
import { loadPrintTheme } from "./themes.ts";

/** A block of code, with the name of its language or an alias. */
interface PrintBlock {
  code: string;
  language: string;
}

/** A part of a printed line in one style. */
type PrintSpan = { text: string } & Pick<Style, "color" | "bold" | "italic">;

/**
 * Code past these sizes is printed in one color: it is data, or takes longer than the rest of its
 * document.
 */
const MAX_BLOCK_LENGTH = 20_000;
const MAX_TOTAL_LENGTH = 100_000;

/** Milliseconds for coloring, once the grammars are loaded. */
const DEADLINE_MS = 1500;
/**
 * Milliseconds for loading one grammar, which takes long on a busy machine whatever the code is.
 */
const LOAD_MS = 10_000;

/** Colors blocks of code for white paper, in a worker. Those in unknown languages are undefined. */
export default async function runPrintTask(
  blocks: readonly PrintBlock[],
  { restartDeadline }: CallContext,
): Promise<(PrintSpan[][] | undefined)[]> {
  const theme = await loadPrintTheme();
  let total = 0;
  const prepared: ((() => Iterable<StyledText[]>) | undefined)[] = [];
  for (const block of blocks) {
    const language = resolveLanguage(block.language);
    total += block.code.length;
    const isPlain =
      language === PLAIN || block.code.length > MAX_BLOCK_LENGTH || total > MAX_TOTAL_LENGTH;
    restartDeadline(LOAD_MS);
    prepared.push(isPlain ? undefined : await prepareHighlight(block.code, language, theme));
  }
  restartDeadline(DEADLINE_MS);
  return prepared.map((highlight) => highlight && Array.from(highlight(), toPrintLine));
}

function toPrintLine(spans: readonly StyledText[]): PrintSpan[] {
  return spans.map(({ text, style: { color, bold, italic } }) => ({ text, color, bold, italic }));
}
