import { AlignmentType, type INumberingOptions, type IStylesOptions, LevelFormat } from "docx";
import { COLORS } from "../theme.ts";

/** Twentieths of a point, the unit of lengths in DOCX. */
export const TWIPS_PER_POINT = 20;
/** Width of the column for clause numbers, in twips. */
export const NUMBER_WIDTH = 567;

/** Names of the paragraph styles other than those of Word. */
export const STYLE_IDS = {
  subtitle: "Between",
  notice: "Notice",
  clause: "Clause",
  passage: "Passage",
  entry: "Entry",
  small: "SmallText",
} as const;

/** Names of the numberings of sections (with their clauses) and of bullets. */
export const NUMBERINGS = { sections: "sections", bullets: "bullets" } as const;

/**
 * The styles of Word's headings, so that its navigation and tables of contents work. Sizes are in
 * half points.
 */
export const STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: "Arial", size: 19, color: COLORS.ink, language: { value: "en-GB" } },
      paragraph: { spacing: { line: 300 } },
    },
    title: { run: { size: 50, bold: true }, paragraph: { spacing: { line: 276, after: 60 } } },
    heading1: {
      run: { size: 25, bold: true, color: COLORS.ink },
      paragraph: { spacing: { before: 400, after: 120 }, keepNext: true },
    },
  },
  paragraphStyles: [
    {
      id: STYLE_IDS.subtitle,
      name: "Between",
      basedOn: "Normal",
      run: { size: 22, color: COLORS.muted },
      paragraph: { spacing: { after: 320 } },
    },
    {
      id: STYLE_IDS.notice,
      name: "Notice",
      basedOn: "Normal",
      run: { size: 17, color: COLORS.muted },
      paragraph: { spacing: { after: 120 } },
    },
    {
      id: STYLE_IDS.clause,
      name: "Clause",
      basedOn: "Normal",
      paragraph: { spacing: { after: 100 } },
    },
    {
      id: STYLE_IDS.passage,
      name: "Passage",
      basedOn: "Normal",
      paragraph: { indent: { left: NUMBER_WIDTH + 200 }, spacing: { after: 80 } },
    },
    {
      id: STYLE_IDS.entry,
      name: "Entry",
      basedOn: "Normal",
      paragraph: { spacing: { after: 40 } },
    },
    {
      id: STYLE_IDS.small,
      name: "Small Text",
      basedOn: "Normal",
      run: { size: 16, color: COLORS.muted },
    },
  ],
};

/** Numbering by Word, so that numbers are updated when clauses are added or removed. */
export const NUMBERING: INumberingOptions = {
  config: [
    {
      reference: NUMBERINGS.sections,
      levels: [
        {
          level: 0,
          format: LevelFormat.DECIMAL,
          text: "%1.",
          alignment: AlignmentType.START,
          style: { paragraph: { indent: { left: NUMBER_WIDTH, hanging: NUMBER_WIDTH } } },
        },
        {
          level: 1,
          format: LevelFormat.DECIMAL,
          text: "%1.%2",
          alignment: AlignmentType.START,
          style: {
            paragraph: { indent: { left: NUMBER_WIDTH, hanging: NUMBER_WIDTH } },
            run: { color: COLORS.muted },
          },
        },
      ],
    },
    {
      reference: NUMBERINGS.bullets,
      levels: [
        {
          level: 0,
          format: LevelFormat.BULLET,
          text: "•",
          alignment: AlignmentType.START,
          style: { paragraph: { indent: { left: NUMBER_WIDTH + 280, hanging: 280 } } },
        },
      ],
    },
  ],
};
