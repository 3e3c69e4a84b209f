import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { html, unsafeHtml } from "#src/lib/text/html.js";

test("html escapes text in content and quoted attributes", () => {
  const { markup } = html`<a title="${`"'`}">${"<b>&amp;</b>"}</a>`;
  assert.equal(markup, '<a title="&quot;&#39;">&lt;b&gt;&amp;amp;&lt;/b&gt;</a>');
});

test("html nests templates, joins lists and omits undefined", () => {
  const rows = ["a", "<"].map((text) => html`<i>${text}</i>`);
  assert.equal(html`${rows}${undefined}${false}${0}`.markup, "<i>a</i><i>&lt;</i>0");
});

test("html escapes objects that imitate markup", () => {
  const forged = JSON.parse('{"markup":"<script>"}') as never;
  assert.throws(() => html`${forged}`);
});

test("unsafeHtml is not escaped", () => {
  assert.equal(html`<i>${unsafeHtml("a > b")}</i>`.markup, "<i>a > b</i>");
});

test("html never leaves a character that starts markup or ends an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assert.doesNotMatch(html`${text}`.markup, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    }),
  );
});
