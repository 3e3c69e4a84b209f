import assert from "node:assert/strict";
import { test } from "node:test";
import { toMailLink, toWebLink } from "#src/tools/invoice/links.js";

test("a plain email address is linked", () => {
  assert.equal(toMailLink("ada@example.com"), "mailto:ada@example.com");
  assert.equal(toMailLink("ada.b+tag@mail.example.co"), "mailto:ada.b+tag@mail.example.co");
});

test("addresses that could inject headers or recipients are not linked", () => {
  for (const email of [
    "ada@example.com?bcc=all@example.com",
    "ada@example.com,eve@example.com",
    "ada%0d%0aBcc:eve@example.com",
    "Ada <ada@example.com>",
    "ada@example",
    "javascript:alert(1)",
    "ada@example.com\u202e",
    "@example.com",
  ]) {
    assert.equal(toMailLink(email), undefined, email);
  }
});

test("http(s) websites are linked, and a bare host over https", () => {
  assert.equal(toWebLink("http://example.com/a?b=1#c"), "http://example.com/a?b=1#c");
  assert.equal(toWebLink("HTTPS://Example.com"), "https://example.com/");
  assert.equal(toWebLink("example.com"), "https://example.com/");
  assert.equal(toWebLink("www.example.com:8443/a"), "https://www.example.com:8443/a");
  assert.equal(toWebLink("bücher.example"), "https://xn--bcher-kva.example/");
});

test("other schemes and user info stay text", () => {
  for (const website of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.com",
    "//example.com",
    "https:example.com",
    "https://user@example.com",
    "https://:secret@example.com",
    "https://user:pass@example.com",
    "example.com@evil.example",
    "example.com:80@evil.example",
    "https:\\\\evil.example",
    "https://example.com\\@evil.example",
    "https://exam ple.com",
    "https://example.com/\u202egpj.exe",
    "https://",
    "example",
    "a.b:javascript",
  ]) {
    assert.equal(toWebLink(website), undefined, website);
  }
});
