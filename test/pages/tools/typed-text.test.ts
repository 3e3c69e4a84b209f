import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readTypedText } from "#src/web/tool/kits/barcode-read/typed-text.js";

const list = (type: string, text: string) =>
  readTypedText(type, text)?.parts.map(({ title, value }) => `${title}: ${value}`);

const link = (text: string) => readTypedText("qr", text)?.link?.href;

describe("what the text of a code is", () => {
  it("reads networks, contacts, events, places and article numbers", () => {
    assert.deepEqual(list("qr", "WIFI:S:a;T:nopass;H:true;;"), [
      "Network: a",
      "Security: None",
      "Hidden: Yes",
    ]);
    assert.deepEqual(list("qr", "MECARD:N:Doe,Ann;TEL:12;;"), ["Name: Doe, Ann", "Phone: 12"]);
    assert.deepEqual(
      list("qr", "BEGIN:VEVENT\nSUMMARY:Lunch\\, long\nDTSTART:20260101\nEND:VEVENT"),
      ["Title: Lunch, long", "Starts: 20260101"],
    );
    assert.deepEqual(list("qr", "geo:48.1,11.5?z=3"), ["Place: 48.1,11.5"]);
    assert.deepEqual(list("ean13", "4006381333931"), [
      "GTIN-14: 04006381333931",
      "GS1 prefix: 400",
      "Check digit: 1, correct",
    ]);
  });

  it("links mailto and tel, and no scheme that runs code", () => {
    for (const text of ["mailto:a@b.example", "tel:+1"]) assert.equal(link(text), text);
    for (const text of [
      "javascript:alert(1)",
      "data:text/html,x",
      "constructor:x",
      "plain",
      "http://a b",
    ])
      assert.equal(link(text), undefined);
  });
});
