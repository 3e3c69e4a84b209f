import {
  formatTemplate,
  parseTemplate,
  type TemplatePart,
} from "../../../domain/table/template.ts";
import { type Issue, type Path, throwIssues, ValidationError } from "../../../lib/errors.ts";
import type { LabelDesign } from "../label-schema.ts";
import { getText, type Row } from "./read-rows.ts";

/** A line of text and its style. */
export interface LineDesign {
  text: string;
  bold: boolean;
  /** Relative to the common size. */
  scale: number;
}

/** The texts of the label of a row. */
interface LabelContent {
  /** Absent: the label has no code. */
  code?: string;
  lines: LineDesign[];
}

interface Template {
  path: Path;
  parts: readonly TemplatePart[];
}

/** Returns what each row shows. `index` counts from 0. */
type FillTemplates = (row: Row, index: number) => LabelContent;

/** Parses the templates of a design. Throws a ValidationError with every lone brace. */
export function parseTemplates({ code, lines }: LabelDesign): {
  fill: FillTemplates;
  /** The names of members that the templates use. */
  names: ReadonlySet<string>;
  /** Throws a ValidationError for names that no row has. */
  requireNames(rows: readonly Row[]): void;
} {
  const issues: Issue[] = [];
  const parse = (text: string, path: Path): Template => {
    try {
      return { path, parts: parseTemplate(text, path) };
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      issues.push(...error.issues);
      return { path, parts: [] };
    }
  };
  const codeTemplate = code && parse(code.text, ["label", "code", "text"]);
  const lineTemplates = lines.map((line, index) => {
    const { text, bold = false, scale = 1 } = typeof line === "string" ? { text: line } : line;
    return { ...parse(text, ["label", "lines", index]), bold, scale };
  });
  throwIssues(issues);
  const templates = codeTemplate ? [codeTemplate, ...lineTemplates] : lineTemplates;
  return {
    names: new Set(templates.flatMap(listNames)),
    fill: (row, index) => {
      const fill = ({ parts }: Template) =>
        formatTemplate(parts, (name) => getText(row, name, index));
      return {
        ...(codeTemplate && { code: fill(codeTemplate) }),
        lines: lineTemplates.map(({ bold, scale, ...line }) => ({ text: fill(line), bold, scale })),
      };
    },
    requireNames: (rows) => throwIssues(findUnknownNames(templates, rows)),
  };
}

function listNames({ parts }: Pick<Template, "parts">): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.name]));
}

function findUnknownNames(templates: readonly Template[], rows: readonly Row[]): Issue[] {
  return templates.flatMap(({ path, parts }) => {
    const unknown = listNames({ parts }).find(
      (name) => name !== "row" && !rows.some((row) => Object.hasOwn(row, name)),
    );
    return unknown === undefined ? [] : [{ path, message: `uses {${unknown}}, which no row has` }];
  });
}
