import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import runMakeTask from "#src/tools/pdf/make-task.js";
import { findCodeBlocks, MAX_NESTING, parseMarkdown } from "#src/tools/pdf/markdown/parse.js";
import type { MarkdownRequest } from "#src/tools/pdf/task.js";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { readObjects } from "../support/pdf-conformance/objects.ts";
import { findSkipReason } from "../support/needs.ts";

const skip = findSkipReason("qpdf --version") || findSkipReason("pdftotext -v");

const DEFAULTS: MarkdownRequest = {
  markdown: "",
  title: undefined,
  author: undefined,
  language: "en",
  pageSize: "A4",
  margin: 22,
  fontSize: 10,
  header: "",
  footer: "{page} / {pages}",
  date: "2026-03-02",
  tableOfContents: false,
  coverPage: false,
  images: {},
  attachments: [],
};

function make(
  markdown: string,
  more: Partial<MarkdownRequest> = {},
): { bytes: Uint8Array; pages: number } {
  const result = runMakeTask({ ...DEFAULTS, ...more, markdown });
  assert.equal(result.kind, "rendered");
  return result;
}

function getIssue(markdown: string, more: Partial<MarkdownRequest> = {}): string {
  const result = runMakeTask({ ...DEFAULTS, ...more, markdown });
  assert.equal(result.kind, "invalid");
  return `${result.issue.path.join(".")} ${result.issue.message}`;
}

function readText(pdf: Uint8Array): string {
  return spawnSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" }).stdout;
}

const SAMPLE = `# Title with \`code\`

Text with **bold**, *italic*, ~~struck~~, a [link](https://example.org), [another](#tables),
[a script](javascript:alert) and a footnote[^1]. &copy; &amp; \\*not emphasis\\*.

## Lists

3. third
4. fourth
   - nested

- [x] done
- [ ] open

\`\`\`ts
const a = 1;
\`\`\`

> quoted
> > twice

### Tables

| Left | Right |
|:-----|------:|
| a    | 1     |
| b    |

<b>raw</b> and <!-- comment -->

![A picture](missing.png)

---

[^1]: The note, with *style*.
`;

describe("a PDF of Markdown", { skip }, () => {
  it("a chain of 3,000 footnotes makes pages, and so does a ring of them", () => {
    for (const last of ["end", "[^0]"]) {
      const notes = Array.from({ length: 3000 }, (_, index) =>
        index === 2999 ? `[^2999]: ${last}` : `[^${index}]: [^${index + 1}]`,
      );
      const { pages } = make(`Start[^0]\n\n${notes.join("\n\n")}`, { fontSize: 8, margin: 10 });
      assert.ok(pages > 20 && pages <= 200, String(pages));
    }
  });

  for (const pageSize of ["A4", "Letter", "A5"] as const) {
    it(`a PDF of Markdown is PDF/A-3a and PDF/UA-1 on ${pageSize}, with cover, contents and header`, () => {
      const options = {
        pageSize,
        tableOfContents: true,
        coverPage: true,
        header: "{title}",
        author: "Ada",
      };
      assert.deepEqual(checkConformance(make(SAMPLE, options).bytes), []);
    });
  }

  it("a PDF of Markdown shows every kind of block", () => {
    const text = readText(make(SAMPLE).bytes);
    for (const part of [
      "Title with code",
      "bold, italic, struck, a link, another",
      "a footnote1. © & *not emphasis*.",
      "3. third",
      "4. fourth",
      "nested",
      "☑ done",
      "☐ open",
      "const a = 1;",
      "quoted",
      "twice",
      "<b>raw</b> and <!-- comment -->",
      "A picture",
      "1. The note, with style.",
    ]) {
      assert.ok(text.replaceAll(/ +/g, " ").includes(part), `${part} is missing in ${text}`);
    }
  });

  it("a PDF of Markdown links to addresses and headings, and to nothing else", () => {
    const objects = [...readObjects(make(SAMPLE).bytes).all()].map(({ dictionary }) => dictionary);
    const links = objects.filter((one) => one["/Subtype"] === "/Link");
    const addresses = links.flatMap((one) => ("/A" in one ? [JSON.stringify(one["/A"])] : []));
    assert.equal(addresses.length, 1);
    assert.match(addresses[0] ?? "", /u:https:\/\/example\.org"/);
    // One link goes to the table and one to the footnote.
    assert.equal(links.filter((one) => "/Dest" in one).length, 2);
  });

  it("a PDF of Markdown lists headings with their pages", () => {
    const { bytes, pages } = make(`# One\n\n${"text\n\n".repeat(80)}## Two\n`, {
      tableOfContents: true,
    });
    const [contents = ""] = readText(bytes).split("\f");
    assert.match(contents, /Contents/);
    assert.match(contents, /One +2/);
    assert.match(contents, new RegExp(`Two +${pages}`));
  });

  it("a PDF of Markdown titles the contents in the text's language", () => {
    const { bytes } = make("# Eins", { tableOfContents: true, language: "de-AT" });
    assert.match(readText(bytes), /^Inhalt/);
  });

  it("a PDF of Markdown fills in header and footer, and leaves them out on the cover", () => {
    const options = {
      coverPage: true,
      header: "{title}, {date}",
      footer: "page {page} of {pages} {unknown}",
    };
    const [cover = "", first = ""] = readText(make("# Hello\n\ntext", options).bytes).split("\f");
    assert.doesNotMatch(cover, /page 1/);
    assert.match(first, /Hello, March 2, 2026/);
    assert.match(first, /page 2 of 2 \{unknown\}/);
  });

  it("a PDF of Markdown colors code line by line", () => {
    const colored = [
      [
        [
          { text: "const", color: 0xff_00_00, bold: true, italic: false },
          { text: " a = 1;", color: 0, bold: false, italic: true },
        ],
      ],
    ];
    const { bytes } = make("```ts\nconst a = 1;\n```", { colored });
    assert.deepEqual(checkConformance(bytes), []);
    const objects = readObjects(bytes);
    const page = objects.dictionary(objects.pages()[0]);
    assert.match(objects.bytes(page["/Contents"]).toString("latin1"), /^1 0 0 rg$/m);
    assert.match(readText(bytes), /const a = 1;/);
  });

  it("a PDF of Markdown is rejected above 200 pages", () => {
    assert.equal(getIssue("- a\n".repeat(40_000)), "markdown must make at most 200 pages");
    assert.match(getIssue("# Big\n\n".repeat(12_000)), /^markdown must make at most 200 pages/);
    assert.equal(getIssue("# A\n\n---\n\n".repeat(18_000)), "markdown must make at most 200 pages");
  });

  // Without the deadline of a request, whose end depends on the machine.
  for (const [name, markdown] of Object.entries({
    "a line with 150,000 spaces": `a${" ".repeat(150_000)}b`,
    "200,000 combining marks on one letter": `a${"\u0301".repeat(199_999)}`,
    "200,000 ideographs": "\u5b57".repeat(200_000),
    "2,000 columns": `|${"a|".repeat(2000)}\n|${"-|".repeat(2000)}\n${`|${"b|".repeat(2000)}\n`.repeat(10)}`,
  })) {
    it(`a PDF of Markdown is laid out: ${name}`, () => {
      assert.ok(make(markdown).pages > 0);
    });
  }

  it("a PDF of Markdown is rejected when images cannot be read", () => {
    const images = { a: Buffer.from("GIF89a") };
    assert.equal(getIssue("![x](a)", { images }), "images.a is neither a PNG nor a JPEG file");
  });

  for (const [name, markdown] of Object.entries({
    quotations: `${">".repeat(MAX_NESTING + 1)} x`,
    "list items on a line": `${"- ".repeat(MAX_NESTING + 1)}x`,
    "indented lists": Array.from(
      { length: MAX_NESTING + 2 },
      (_, depth) => `${"  ".repeat(depth)}- a`,
    ).join("\n"),
    "a hundred thousand quotations": ">".repeat(100_000),
  })) {
    it(`a PDF of Markdown is rejected when nested too deeply: ${name}`, () => {
      assert.equal(
        getIssue(markdown),
        `markdown must not be nested deeper than ${MAX_NESTING} levels`,
      );
    });
  }

  for (const [name, markdown] of Object.entries({
    "nothing to show": "[a]: https://example.org",
    "ten thousand marks on a letter": `e${"\u0301".repeat(10_000)}`,
    "a word of a hundred thousand letters": "x".repeat(100_000),
    "bidirectional controls": "\u202e\u2067\u05d0\u200f ".repeat(2000),
    "a table of a thousand columns": `|${"a|".repeat(1000)}\n|${"-|".repeat(1000)}\n`,
    "a cell that is longer than a page": `|a|b|\n|-|-|\n|${"word ".repeat(3000)}|x|`,
    "every level of headings, out of order": "###### f\n# a\n#### d\n## b\n##### e",
    "an empty list item and table cell": "- \n- a\n\n||\n|-|\n||",
    "a footnote that refers to itself": "a[^1]\n\n[^1]: again[^1] and [^2]\n[^2]: more[^1]",
    "a very long footnote": `a[^1]\n\n[^1]: ${"word ".repeat(2000)}`,
    "a heading of a footnote and a link": "# [x](https://example.org)[^1]\n\n[^1]: note",
    "every script":
      "Ελληνικά Русский 日本語 中文 한국어 עברית العربية हिन्दी ไทย 🎉👩‍👩‍👧 \u0b95 \ue000 \ufeff",
  })) {
    it(`a PDF of Markdown with ${name} conforms to PDF/A-3a and PDF/UA-1`, () => {
      assert.deepEqual(checkConformance(make(markdown, { tableOfContents: true }).bytes), []);
    });
  }
});

describe("parseMarkdown", () => {
  it("parseMarkdown finds code blocks with a language wherever they are", () => {
    const { tokens } = parseMarkdown(
      "```js\na\n```\n\n> ~~~py title=x\n> b\n> ~~~\n\n1. ```\n   c\n   ```\n",
    );
    assert.deepEqual(findCodeBlocks(tokens), [
      { code: "a", language: "js" },
      { code: "b", language: "py" },
    ]);
  });

  it("parseMarkdown reads footnotes of several lines and paragraphs", () => {
    const { footnotes } = parseMarkdown("x[^A]\n\n[^a]: one\ntwo\n\n    three\n\nfour");
    assert.deepEqual([...footnotes.keys()], ["a"]);
    assert.deepEqual(
      footnotes.get("a")?.tokens.map(({ type }) => type),
      ["paragraph", "space", "paragraph"],
    );
  });
});
