import { serveCalls } from "../../../lib/workers/worker-server.ts";
import { decodeText } from "../html/charset.ts";
import type { AnalysisRequest, TextRequest } from "./analysis-worker.ts";
import { type AnalysisResult, openPage, type PageSession } from "./page-session.ts";

const pages = new Map<number, PageSession>();

async function handleRequest(request: AnalysisRequest): Promise<AnalysisResult | undefined> {
  if ("body" in request) return analyzeText(request);
  if (request.type === "styles") return pages.get(request.page)?.resolveStyles();
  pages.delete(request.page);
  return undefined;
}

async function analyzeText(request: TextRequest): Promise<AnalysisResult | undefined> {
  const { page, type, url, base, body, contentType, maxNodes } = request;
  const text = decodeText(body, contentType);
  if (type === "document") {
    const session = openPage(text, base, maxNodes);
    pages.set(page, session);
    return session.analyzeDocument();
  }
  const session = pages.get(page);
  return type === "stylesheet"
    ? session?.addStyleSheet(url, base, text)
    : session?.analyzeScript(base, text);
}

serveCalls(handleRequest);
