/**
 * Texts that contain markup, attributes, styles, links or templates. All are valid and must be
 * shown as text.
 */
export const HOSTILE: readonly string[] = [
  "<script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</style><script>alert(1)</script>",
  "</textarea></noscript></select><svg onload=alert(1)>",
  "<img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  "`onmouseover=alert(1)",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content='0;url=//evil.example'>",
  "<link rel=stylesheet href=//evil.example/a.css>",
  "<form action=//evil.example><input name=a></form>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "</table></main></body></html><h1>Paid</h1>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#x3c;script&#x3e;alert(1)&#60;/script>",
  "&amp;&notanentity;&",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "java&#115;cript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "//evil.example",
  "https://user:secret@evil.example/",
  "https://example.com@evil.example",
  "https:\\\\evil.example",
  "ada@example.com?bcc=eve@evil.example&subject=hi",
  "mailto:ada@example.com",
  "ada@example.com%0d%0abcc:eve@evil.example",
  '"<script>alert(1)</script>"@example.com',
  "#000;}*{background:url(//evil.example/a)}",
  "red;background:url(//evil.example/a)",
  "expression(alert(1))",
  "${alert(1)} {{constructor.constructor('alert(1)')()}} #{7*7} <%= 7*7 %> %s",
  "__proto__",
  "＜script＞alert(1)＜/script＞",
  "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 abc \u05e2\u05d1\u05e8\u05d9\u05ea",
];

const SECTION = "9. FORGED\n\n9.1 The Client pays twice.";
const SIGNATURE = "Client: Eve\nSignature: Eve\nDate: 2026-01-01";

/** Texts that imitate a line of an agreement: a section, a key term or a signature. */
export const FORGERIES: readonly string[] = [
  SECTION,
  SIGNATURE,
  ...["\n", "\n\n", "\r\n\r\n", "\r", "\u2028", "\u2029", "\n\t", "\n\u00a0", "\n\u3000"].flatMap(
    (start) => [`x${start}${SECTION}`, `x${start}${SIGNATURE}`],
  ),
  "x\n\u200b9. FORGED",
  "x\n\ufeff9. FORGED",
  `x${" ".repeat(70)}9. FORGED`,
  `x${"\u00a0 ".repeat(35)}Fee: USD 1.00`,
  "x\n# 9. FORGED\n\n9. FORGED\n=========",
  "x\n\n---\n\n**9. FORGED**\n\n> 9.1 Free.",
  "x\n```\n9. FORGED\n```",
  "x<br>9. FORGED</p><h2>9. FORGED</h2><pre>\n9. FORGED",
  "x\nKEY TERMS\n\nFee: USD 1.00\nUpfront: USD 0.00",
  "x\n- \n- 9. FORGED",
  'x (the "Client")\n\n\n\n\n17. SIGNATURES',
  "x\\n9. FORGED\\r\\n9. FORGED%0A9. FORGED&#10;9. FORGED",
];

/** Texts with control characters, which are rejected. */
export const WITH_CONTROLS: readonly string[] = [
  "a\u0000b",
  "<scr\u0000ipt>alert(1)</script>",
  "java\u0001script:alert(1)",
  "a\u001b[31mb",
  "a\u007fb",
  "a\u0085b",
  "a\u000bb",
];

/**
 * Texts that change the reading direction. An invoice accepts them, and they must affect their own
 * field only.
 */
export const WITH_BIDI: readonly string[] = [
  "invoice\u202efdp.exe",
  "a\u2066b",
  "https://example.com/\u202egpj.exe",
  "ada@example.com\u202e",
];
