import { parentPort } from "node:worker_threads";
import { decodeText } from "../html/charset.ts";
import {
  type DocumentFindings,
  type AnalysisResult,
  openPage,
  type PageSession,
} from "./page-session.ts";

/** A question about one page; what is to be read comes as received, without its transfer coding. */
export type Question = Reading | { page: number; ask: "styled" | "close" };

/** A text to be read. */
export interface Reading {
  page: number;
  ask: "document" | "sheet" | "script";
  url: string;
  /** The address that answered. */
  base: string;
  body: Uint8Array<ArrayBuffer>;
  /** Its `Content-Type`. */
  type: string;
  /** Elements and comments that are read of a document. */
  mostNodes?: number;
}

const pages = new Map<number, PageSession>();

/** Answers one question about one page. */
async function answer(question: Question): Promise<AnalysisResult | DocumentFindings | undefined> {
  if (!("body" in question)) {
    if (question.ask === "styled") return pages.get(question.page)?.resolveStyles();
    return void pages.delete(question.page);
  }
  if (question.ask === "document") return openDocument(question);
  const text = decodeText(question.body, question.type);
  const page = pages.get(question.page);
  return question.ask === "sheet"
    ? page?.addStyleSheet(question.url, question.base, text)
    : page?.script(question.base, text);
}

function openDocument({
  page: number,
  body,
  type,
  base,
  mostNodes,
}: Reading): Promise<DocumentFindings> {
  const page = openPage(decodeText(body, type), base, mostNodes);
  pages.set(number, page);
  return page.document();
}

parentPort?.on("message", ({ call, question }: { call?: number; question: Question }) => {
  const reply = (result?: AnalysisResult) => {
    if (call !== undefined) parentPort?.postMessage({ call, result }, []);
  };
  answer(question).then(reply, () => reply());
});
