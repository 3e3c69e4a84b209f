import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { html, unsafeHtml } from "#src/lib/html.js";

test("text put into a template is escaped, between tags and in quoted attributes", () => {
  const { markup } = html`<a title="${`"'`}">${"<b>&amp;</b>"}</a>`;
  assert.equal(markup, '<a title="&quot;&#39;">&lt;b&gt;&amp;amp;&lt;/b&gt;</a>');
});

test("templates nest, lists join, nothing leaves nothing", () => {
  const rows = ["a", "<"].map((text) => html`<i>${text}</i>`);
  assert.equal(html`${rows}${undefined}${false}${0}`.markup, "<i>a</i><i>&lt;</i>0");
});

test("what only looks like markup does not pass for it", () => {
  const forged = JSON.parse('{"markup":"<script>"}') as never;
  assert.throws(() => html`${forged}`);
});

test("verbatim markup stays as it is", () => {
  assert.equal(html`<i>${unsafeHtml("a > b")}</i>`.markup, "<i>a > b</i>");
});

test("no text, however it is made, leaves a character with which markup begins or an attribute ends", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assert.doesNotMatch(html`${text}`.markup, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    }),
  );
});
