import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ResourceEntry, ResourceType } from "#src/tools/carbon-footprint/crawl/entries.js";
import { recommend } from "#src/tools/carbon-footprint/advice/recommendations.js";
import type { Measurement } from "#src/tools/carbon-footprint/crawl/measurement.js";

const KB = 1024;

/** Creates a compressed, cacheable file that no rule recommends to change. */
function createFile(
  type: ResourceType,
  kilobytes: number,
  more: Partial<ResourceEntry> = {},
): ResourceEntry {
  const bytes = kilobytes * KB;
  const kind = type === "css" ? "stylesheet" : type === "html" ? "document" : type;
  return {
    url: `https://site.example/${type}`,
    kind,
    type,
    bytes,
    bodyBytes: bytes,
    requests: 1,
    status: 200,
    headers: { "cache-control": "max-age=60", "content-encoding": "br" },
    gzipSavings: 0,
    ...more,
  };
}

function listSentences(entries: ResourceEntry[], more: Partial<Measurement> = {}): string[] {
  return recommend({
    finalUrl: "https://site.example/",
    entries: [createFile("html", 1), ...entries],
    rendered: "server",
    complete: true,
    dynamicImports: 0,
    autoplays: 0,
    failed: 0,
    ...more,
  });
}

const withType = (type: string, headers: Record<string, string> = {}) => ({
  headers: { "cache-control": "max-age=60", "content-type": type, ...headers },
});
const repeatEntry = (count: number, entry: ResourceEntry): ResourceEntry[] =>
  Array.from({ length: count }, (_, n) => ({ ...entry, url: `${entry.url}${n}` }));
const woff2 = { url: "https://site.example/a.woff2" };
const other = { url: "https://cdn.example.com/lib.js" };

/** Each rule with a page just past its limit, its sentence, and a page just within the limit. */
const RULES: [
  name: string,
  past: Parameters<typeof listSentences>,
  says: string,
  within: Parameters<typeof listSentences>,
][] = [
  [
    "the whole weight",
    [[createFile("media", 2667)]],
    "The page weighs 2.6 MB in 2 requests; half of all pages stay under 2.6 MB.",
    [[createFile("media", 2666)]],
  ],
  [
    "images",
    [[createFile("image", 501), createFile("media", 499)]],
    "Images are 50% of 1001 KB; the largest is image at 501 KB.",
    [[createFile("image", 501), createFile("media", 501)]],
  ],
  [
    "old image formats",
    [repeatEntry(2, createFile("image", 51, withType("image/jpeg")))],
    "2 JPEG or PNG images of 102 KB together could be WebP or AVIF, about 26 KB less; begin with image0 at 51 KB.",
    [
      [
        ...repeatEntry(9, createFile("image", 31, withType("image/png"))),
        createFile("image", 100, withType("image/png")),
      ],
    ],
  ],
  [
    "a large GIF",
    [[createFile("image", 101, withType("image/gif"))]],
    "image is a GIF of 101 KB; as a video or animated WebP it would be about 36 KB.",
    [[createFile("image", 100, withType("image/gif"))]],
  ],
  [
    "uncompressed text",
    [[createFile("css", 10, { gzipSavings: 1401 })]],
    "1 text file came uncompressed; gzip would save 1 KB, most of it on css (10 KB).",
    [[createFile("css", 10, { gzipSavings: 1400 }), createFile("css", 20, { gzipSavings: 2000 })]],
  ],
  [
    "an uncompressed script that was not read",
    [[createFile("script", 3, withType("text/javascript"))]],
    "1 text file came uncompressed; gzip would save 2 KB, most of it on script (3 KB).",
    [[createFile("script", 3, withType("text/javascript", { "content-encoding": "gzip" }))]],
  ],
  [
    "scripts",
    [[createFile("script", 698)]],
    "Scripts weigh 698 KB; half of all pages need under 697 KB. The largest is script at 698 KB.",
    [[createFile("script", 697)]],
  ],
  [
    "style sheets",
    [[createFile("css", 83)]],
    "Style sheets weigh 83 KB; half of all pages need under 82 KB. The largest is css at 83 KB.",
    [[createFile("css", 82)]],
  ],
  [
    "the weight of fonts",
    [[createFile("font", 140, woff2)]],
    "1 font file weighs 140 KB.",
    [[createFile("font", 139, woff2)]],
  ],
  [
    "the number of fonts",
    [repeatEntry(5, createFile("font", 1, { url: "https://site.example/woff2-" }))],
    "5 font files weigh 5 KB.",
    [repeatEntry(4, createFile("font", 1, { url: "https://site.example/woff2-" }))],
  ],
  [
    "the format of fonts",
    [[createFile("font", 10)]],
    "1 font file weighs 10 KB; 1 of them not WOFF2, which would save about 2 KB.",
    [[createFile("font", 10, withType("font/woff2"))]],
  ],
  [
    "autoplay",
    [[createFile("media", 10)], { autoplays: 1 }],
    "1 video plays without being asked: 10 KB for every visitor.",
    [[createFile("media", 10)]],
  ],
  [
    "no cache lifetime",
    [[createFile("css", 1, { headers: { "cache-control": "max-age=0" } })]],
    "1 file of 1 KB has no cache lifetime, so returning visitors may have to download it again.",
    [[createFile("css", 1, { headers: { expires: "Thu, 01 Jan 2099 00:00:00 GMT" } })]],
  ],
  [
    "many requests",
    [repeatEntry(71, createFile("css", 1))],
    "The page makes 72 requests; half of all pages make 71 or fewer. Their headers alone are 0 bytes.",
    [repeatEntry(70, createFile("css", 1))],
  ],
  [
    "third parties",
    [[createFile("script", 1, other), createFile("css", 1)]],
    "Other sites send 33% of the weight (1 KB); the largest file is lib.js from cdn.example.com.",
    [[createFile("script", 1, other), createFile("css", 2)]],
  ],
  [
    "failing resources",
    [[createFile("css", 1, { status: 404 })], { failed: 1 }],
    "2 files could not be loaded (css answers 404).",
    [[createFile("css", 1, { status: 304 })]],
  ],
  [
    "redirects",
    [[createFile("css", 1, { requests: 2 })]],
    "1 request ended in a redirect.",
    [[createFile("css", 1)]],
  ],
  [
    "long HTML",
    [[createFile("html", 100)]],
    "HTML documents weigh 101 KB; half of all pages need under 18 KB. The largest is html at 100 KB.",
    [[createFile("html", 99)]],
  ],
  [
    "requests that cannot be counted",
    [[], { rendered: "client", dynamicImports: 2, complete: false }],
    "The actual weight may be higher: scripts create the page, and their requests are not counted; 2 dynamic imports may load more; a limit ended the measurement early.",
    [[]],
  ],
];

describe("recommend", () => {
  for (const [name, past, says, within] of RULES) {
    it(`a page past the limit gets a recommendation about ${name}`, () =>
      assert.deepEqual(listSentences(...past), [says]));
    it(`a page within the limit gets no recommendation about ${name}`, () =>
      assert.deepEqual(listSentences(...within), []));
  }

  it("recommend returns up to six sentences, the largest savings first and gaps last", () => {
    const found = listSentences(
      [
        createFile("script", 900, other),
        createFile("css", 300),
        createFile("image", 2000, withType("image/png")),
        createFile("font", 200),
        createFile("media", 500),
      ],
      { autoplays: 1, dynamicImports: 1 },
    );
    assert.equal(found.length, 6);
    assert.match(found[0] ?? "", /^The page weighs/);
    assert.match(found[5] ?? "", /^The actual weight/);
  });
});
