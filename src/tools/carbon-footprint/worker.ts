import { parentPort } from "node:worker_threads";
import { decodeText } from "./charset.ts";
import { type DocumentFindings, type Findings, openPage, type Page } from "./page.ts";

/** A question about one page; what is to be read comes as received, without its transfer coding. */
export type Question = Reading | { page: number; ask: "styled" | "close" };

interface Reading {
  page: number;
  ask: "document" | "sheet" | "script";
  url: string;
  /** The address that answered. */
  base: string;
  body: Uint8Array;
  /** Its `Content-Type`. */
  type: string;
  /** Elements and comments that are read of a document. */
  mostNodes?: number;
}

/** More of a document is not read; its text is kept until all is weighed. */
const MOST_DOCUMENT_BYTES = 5_000_000;

const pages = new Map<number, Page>();

/** Answers one question about one page. */
async function answer(question: Question): Promise<Findings | DocumentFindings | undefined> {
  if (!("body" in question)) {
    if (question.ask === "styled") return pages.get(question.page)?.styled();
    return void pages.delete(question.page);
  }
  if (question.ask === "document") return openDocument(question);
  const text = decodeText(question.body, question.type);
  const page = pages.get(question.page);
  return question.ask === "sheet"
    ? page?.sheet(question.url, question.base, text)
    : page?.script(question.base, text);
}

async function openDocument(question: Reading): Promise<DocumentFindings> {
  const { body, type, base, mostNodes } = question;
  const text = decodeText(body.subarray(0, MOST_DOCUMENT_BYTES), type);
  const page = openPage(text, base, mostNodes);
  pages.set(question.page, page);
  const found = await page.document();
  return { ...found, complete: found.complete && body.length <= MOST_DOCUMENT_BYTES };
}

parentPort?.on("message", ({ call, question }: { call?: number; question: Question }) => {
  const reply = (result?: Findings) => {
    if (call !== undefined) parentPort?.postMessage({ call, result }, []);
  };
  answer(question).then(reply, () => reply());
});
