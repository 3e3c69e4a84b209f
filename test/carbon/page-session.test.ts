import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { estimateEmissions } from "#src/tools/carbon-footprint/co2.js";
import { matchesMedia } from "#src/tools/carbon-footprint/css/media-query.js";
import { openPage } from "#src/tools/carbon-footprint/worker/page-session.js";
import { selectSource } from "#src/tools/carbon-footprint/html/srcset.js";

const URL_OF_PAGE = "https://site.example/";

/** Limits are in operations; the timeout only catches a missing limit. */
const HOSTILE = { timeout: 60_000 };

/** Concatenates texts, each made from its index. */
function repeat(one: (n: number) => string, times = 90_000): string {
  return Array.from({ length: times }, (_, n) => one(n)).join("");
}

function listStyleResources(html: string): string[] {
  return openPage(html, URL_OF_PAGE)
    .resolveStyles()
    .resources.map(({ url }) => new URL(url).pathname);
}

describe("matchesMedia", () => {
  for (const [query, expected] of [
    ["", true],
    ["all", true],
    ["print", false],
    ["not print", true],
    ["screen and (min-width: 1366px)", true],
    ["(min-width: 1367px)", false],
    ["(width >= 60em) and (width < 90em)", true],
    ["(400px <= width <= 900px)", false],
    ["print, (orientation: landscape)", true],
    ["not (hover: none)", true],
    ["(min-width: 2000px) or (max-height: 800px)", true],
    ["((min-width: 10px) and (not (max-width: 20px)))", true],
    ["(-webkit-min-device-pixel-ratio: 2), (min-resolution: 192dpi)", false],
    ["(prefers-color-scheme: dark)", false],
    ["(no-such-feature: 1)", false],
  ] as const) {
    it(`the media query ${query || "nothing"} is ${expected}`, () =>
      assert.equal(matchesMedia(query), expected));
  }

  it("matchesMedia returns a boolean for any text", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof matchesMedia(text) === "boolean"));
  });
});

describe("selectSource", () => {
  for (const [srcset, sizes, src, expected] of [
    ["a 480w, b 960w, c 1600w", "(max-width: 700px) 100vw, 680px", "d", "b"],
    ["a 480w, b 960w", "", "d", "b"],
    ["a 400w, b 800w", "calc(50vw - 300px)", undefined, "a"],
    ["a 2x", "", "d", "d"],
    ["a, b 2x", "", undefined, "a"],
    ["a 0.5x", "", undefined, "a"],
    ["a,b 2x, c 3x", "", undefined, "a,b"],
    [" , a , , b 2x", "", undefined, "a"],
    ["a 480w,b 960w", "(max-width: 700px) 100vw, min(1px, 2px), 680px", undefined, "b"],
  ] as const) {
    it(`the srcset ${srcset} with sizes "${sizes}" selects ${expected}`, () => {
      assert.equal(selectSource(srcset, sizes, src), expected);
    });
  }
});

describe("resolveStyles", () => {
  it("resolveStyles follows specificity, order, importance and layers", () => {
    assert.deepEqual(
      listStyleResources(`<style>
        @layer base { .a { background: url(no-layer) } }
        #i { background: url(won) !important }
        .a { background: url(no-later) }
      </style><p class="a" id="i" style="background:url(no-inline)">x</p>`),
      ["/won"],
    );
  });

  it("resolveStyles resolves variables, and stops at cycles", () => {
    assert.deepEqual(
      listStyleResources(`<style>:root{--u:url(v.png);--a:var(--b);--b:var(--a)}
        p{background:var(--u)} i{background:var(--a)} b{background:var(--none, url(f.png))}</style><p>x<i>y</i><b>z</b>`),
      ["/v.png", "/f.png"],
    );
  });

  it("an element that is not displayed loads nothing", () => {
    assert.deepEqual(
      listStyleResources(
        `<style>.h{display:none} p{background:url(a.png)}</style><div class="h"><p>x</p></div>`,
      ),
      [],
    );
  });

  it("pseudo-elements with content load images and icon fonts", () => {
    assert.deepEqual(
      listStyleResources(`<style>
        @font-face{font-family:Icons;src:url(icons.woff2) format("woff2"),url(icons.ttf)}
        i::before{content:"\\f101";font:400 1em/1 Icons}
        b::before{background:url(no.png)} u:after{content:"";background:url(after.png)}
      </style><i></i><b></b><u></u>`),
      ["/after.png", "/icons.woff2"],
    );
  });

  it("the font face with the nearest weight is selected", () => {
    assert.deepEqual(
      listStyleResources(`<style>
        @font-face{font-family:F;src:url(400.woff2);font-weight:400}
        @font-face{font-family:F;src:url(600.woff2);font-weight:600}
        @font-face{font-family:F;src:url(900.woff2);font-weight:900}
        body{font-family:F} h1{font-weight:700}
      </style><h1>Title</h1><p>text`),
      ["/400.woff2", "/900.woff2"],
    );
  });

  it("resolveStyles applies nested rules", () => {
    assert.deepEqual(
      listStyleResources(`<style>.card{ & .in{background:url(n.png)} &.no{background:url(no.png)} }</style>
        <div class="card"><p class="in">x</p></div>`),
      ["/n.png"],
    );
  });
});

describe("frames of a page", () => {
  for (const [html, expected] of [
    [`<iframe src="f">`, [{ url: `${URL_OF_PAGE}f` }]],
    [`<iframe src="f" loading="lazy">`, []],
    [`<iframe src="f" srcdoc="&lt;p&gt;x">`, [{ srcdoc: "<p>x", base: URL_OF_PAGE }]],
    [`<base href="/b/"><iframe srcdoc>`, [{ srcdoc: "", base: `${URL_OF_PAGE}b/` }]],
    [`<iframe srcdoc="x" loading="lazy">`, []],
    [`<frameset><frame src="f" srcdoc="x">`, [{ url: `${URL_OF_PAGE}f` }]],
  ] as const) {
    it(`the page ${html} has ${expected.length} frames to load`, async () => {
      const { frames } = await openPage(html, URL_OF_PAGE).analyzeDocument();
      assert.deepEqual(frames, expected);
    });
  }
});

describe("hostile pages", () => {
  it("200,000 nested elements are parsed to the depth of browsers", HOSTILE, async () => {
    const page = openPage("<div>".repeat(200_000), URL_OF_PAGE);
    assert.equal((await page.analyzeDocument()).complete, false);
    assert.equal(page.resolveStyles().complete, true);
  });

  it("1,000 of 9,000 images, frames or imports are listed", async () => {
    for (const html of [
      repeat((n) => `<img src=${n}>`, 9_000),
      repeat((n) => `<iframe src=${n}></iframe>`, 9_000),
      `<style>${repeat((n) => `@import "${n}";`, 9_000)}</style>`,
    ]) {
      const found = await openPage(html, URL_OF_PAGE).analyzeDocument();
      assert.equal(found.resources.length + found.frames.length, 1_000);
      assert.equal(found.complete, false);
    }
  });

  it("nested selectors that multiply are dropped, and the others are kept", HOSTILE, () => {
    const nest = `${"&,b&,& &,& & &{".repeat(7)}background:url(no.png)`;
    const html = `<style>a{${nest}${"}".repeat(8)}p{background:url(yes.png)}</style><p>x`;
    assert.deepEqual(listStyleResources(html), ["/yes.png"]);
  });

  it("resolveStyles stops at the op budget for variables on every element", HOSTILE, () => {
    const variables = Array.from({ length: 2_000 }, (_, n) => `--v${n}:${n};`).join("");
    const nest = "<div>x".repeat(505);
    const page = openPage(`<style>div{${variables}}</style>${nest}`, URL_OF_PAGE);
    assert.equal(page.resolveStyles().complete, false);
  });

  /** Length of texts for which a pattern that backtracks takes quadratic time. */
  const LONG = 200_000;
  for (const [name, html] of [
    ["a srcset without an end", `<img srcset="${"a".repeat(LONG)} b">`],
    ["a srcset of one number", `<img srcset="a ${"1".repeat(LONG)} b">`],
    ["sizes of nothing but commas", `<img srcset="a 1w" sizes="${",".repeat(LONG)}">`],
    ["a condition of parentheses", `<style>@supports ${"(".repeat(LONG)}{a{}}</style>`],
    ["a condition of negations", `<style>@supports ${"not ".repeat(LONG)}(a:b){a{}}</style>`],
    ["layers without an end", `<style>@import "a" ${" layer(".repeat(LONG)};</style>`],
    ["an address of spaces", `<style>p{background:url(${" ".repeat(LONG)}x y}</style>`],
    ["addresses without an end", `<style>p{background:/**/${"url(a".repeat(LONG)}</style>`],
    ["a string without an end", `<style>p{content:/**/"${'\\"'.repeat(LONG)}</style>`],
    ["sizes of text without an end", `<style>p{font:${" calc(".repeat(LONG)}</style>`],
    ["sources of a picture", `<picture>${repeat(() => "<source><img>")}`],
    ["nodes misplaced in a table", `<table>${repeat(() => "<br>")}`],
    [
      "attributes that nobody has",
      `<style>:is(${repeat((n) => `[a${n}],`)}b){background:url(x)}</style>${"<i>x</i>".repeat(9_000)}`,
    ],
    [
      "a long title looked through",
      `<style>${repeat((n) => `[title*=b${n}]{background:url(x)}`)}</style><p title="${"b".repeat(LONG)}">`,
    ],
    [
      "elements that have something in them",
      `<style>${repeat((n) => `:has([x${n}]){background:url(x)}`)}</style>${"<b><i></i></b>".repeat(9_000)}`,
    ],
    [
      "variables that are put into each other for every element",
      `<style>:root{--l:${"var(--none,x) ".repeat(1_000)}}*{background:var(--l)}</style>${repeat((n) => `<b style="--q:${n}">`)}`,
    ],
    [
      "fonts cut into files by character",
      `<style>${repeat((n) => `@font-face{font-family:F;src:url(${n});unicode-range:U+1}`)}p{font-family:F}</style><p>${String.fromCodePoint(...Array.from({ length: 20_000 }, (_, n) => 0x3400 + n))}`,
    ],
    [
      "nested rules of a long selector",
      `<style>${".abcdefghi,".repeat(1_000)}p{${repeat(() => "&{--a:1}")}}</style><p>`,
    ],
    [
      "functions in functions",
      `<style>${":is(".repeat(1_200)}p${")".repeat(1_200)}{--a:1}</style>`,
    ],
    [
      "an icon's sizes",
      `<link rel="icon" href="a" sizes="${"1x1 ".repeat(2 * LONG)}"><link rel="icon" href="b" sizes="9x9">`,
    ],
    ["a nest of comments", `<p>${"<!---->".repeat(LONG)}`],
  ] as const) {
    it(`a page with ${name} is analyzed or abandoned within the limits`, HOSTILE, async () => {
      const page = openPage(html, URL_OF_PAGE);
      await page.analyzeDocument();
      page.resolveStyles();
    });
  }

  for (const html of [
    `<link rel="preload" as="constructor" href="x"><link rel="preload" as="__proto__" href="x">`,
    `<script type="module">import "constructor"; import "toString"; import "__proto__";</script>`,
    `<script type="importmap">{"imports":{"__proto__":"/x","a":5}}</script><script type="module">import "a"</script>`,
    `<constructor>`,
  ]) {
    it(`names of Object.prototype load nothing: ${html.slice(0, 40)}`, async () => {
      const { resources } = await openPage(`${html}<img src="a">`, URL_OF_PAGE).analyzeDocument();
      assert.deepEqual(resources, [{ url: `${URL_OF_PAGE}a`, kind: "image" }]);
    });
  }

  it("1,000 of 9,000 srcdoc frames are listed", async () => {
    const html = repeat((n) => `<iframe srcdoc="${n}"></iframe>`, 9_000);
    const { frames, complete } = await openPage(html, URL_OF_PAGE).analyzeDocument();
    assert.deepEqual([frames.length, complete], [1_000, false]);
  });

  it("each style sheet of an @import cycle is read once", () => {
    const page = openPage(`<link rel="stylesheet" href="/a.css"><p>x`, URL_OF_PAGE);
    page.addStyleSheet(
      "https://site.example/a.css",
      "https://site.example/a.css",
      "@import 'b.css';p{background:url(a.png)}",
    );
    page.addStyleSheet(
      "https://site.example/b.css",
      "https://site.example/b.css",
      "@import 'a.css';",
    );
    assert.deepEqual(
      page.resolveStyles().resources.map(({ url }) => url),
      ["https://site.example/a.png"],
    );
  });

  it("the analysis of any text throws nothing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (html, css) => {
        openPage(`<style>${css}</style>${html}`, URL_OF_PAGE).resolveStyles();
      }),
    );
  });
});

describe("estimateEmissions", () => {
  it("a lighter page never gets a worse grade than a heavier one", () => {
    const grades = ["A+", "A", "B", "C", "D", "E", "F"];
    const byte = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(byte, byte, (one, other) => {
        const [light, heavy] = [Math.min(one, other), Math.max(one, other)];
        assert.ok(
          grades.indexOf(estimateEmissions(light, 1).grade) <=
            grades.indexOf(estimateEmissions(heavy, 1).grade),
        );
      }),
    );
  });
});
