import type { CodeImageOptions } from "#src/tools/code-image/renderer.js";

/** Creates a picture's input with defaults for everything but text and language. */
export const PICTURE: CodeImageOptions = {
  code: "const a = 1;\n",
  language: "typescript",
  theme: "Dracula",
  showLineNumbers: true,
  showWindowChrome: true,
  fontSize: 14,
  padding: 32,
  scale: 2,
};

/** A short program in each of eight languages, for sheets of all themes. */
export const SAMPLES: Readonly<Record<string, string>> = {
  typescript: `import { readFile } from "node:fs/promises";

/** Counts the words of a file. */
export async function countWords(path: string): Promise<number> {
  const text = await readFile(path, "utf8");
  return text.split(/\\s+/).filter((word) => word !== "").length;
}
`,
  python: `from dataclasses import dataclass

@dataclass
class Point:
    """A point on the plane."""
    x: float = 0.0
    y: float = 0.0

    def norm(self) -> float:
        return (self.x**2 + self.y**2) ** 0.5  # Pythagoras
`,
  rust: `#[derive(Debug, Clone)]
struct Stack<T> { items: Vec<T> }

impl<T: Clone> Stack<T> {
    /// The top, if there is one.
    fn peek(&self) -> Option<&T> {
        self.items.last() // borrowed
    }
}
`,
  go: `package main

import "fmt"

func main() {
	ch := make(chan int, 3)
	go func() { defer close(ch); ch <- 42 }()
	for n := range ch {
		fmt.Printf("got %d\\n", n) // 42
	}
}
`,
  html: `<!doctype html>
<title>Hello &amp; welcome</title>
<style>h1 { color: #ff79c6; margin: 0 auto; }</style>
<h1 class="big" id="top">Hi</h1>
<!-- a note -->
<script>document.title += "!";</script>
`,
  sql: `-- the ten best customers
SELECT c.name, SUM(o.total) AS spent
FROM customers AS c
JOIN orders AS o ON o.customer_id = c.id
WHERE o.placed_at >= DATE '2026-01-01'
GROUP BY c.name
ORDER BY spent DESC LIMIT 10;
`,
  shellscript: `#!/usr/bin/env bash
set -euo pipefail
for file in "$@"; do
  if [[ -f $file ]]; then
    wc -l < "$file" | tr -d ' '  # lines
  fi
done
`,
  markdown: `# Title

Some **bold**, some *italic*, \`code\` and a [link](https://example.org).

- one
- two

\`\`\`json
{ "answer": 42, "ok": true, "nothing": null }
\`\`\`

> quoted
`,
};

/** Typical faults of text rendering: one line for each kind. */
export const UNICODE = `ASCII look-alikes: O0 l1I| \`' "" ~- ,.;: {}[]() <= => != === -> |> && ++
\ttab\tstops\tab\tabc\tabcd\tx
Combining: é é ñ ñ ü Å ạ̈ ẽ̂ Z̸͙͂á̴l̵g̶ò ́alone x҃y Q⃝
┌──────┬──────┐ ╔══════╗ ╭────╮ ┏━━━┓ ░▒▓█▓▒░ ▁▂▃▄▅▆▇█ ▖▗▘▙▚▛▜▝▞▟
│ box  │ test │ ║ dbl  ║ │rnd │ ┃   ┃ ▏▎▍▌▋▊▉█ ⠋⠙⠹⠸⠼⠴⠦⠧ ⣿⣷⣯
├──────┼──────┤ ╠══════╣ ╰────╯ ┗━━━┛ ▲▼◀▶◆●○■□★☆♠♣♥♦ ←↑→↓↔⇒∀∃∈∞≠≤≥√∑∫
└──────┴──────┘ ╚══════╝ ╲╱╳ ┄┅┆┇ ╎╏  ✓✗✘✔✖⌘⌥⇧⌃⏎⌫ µ°±²³¼½
日本語: こんにちは世界 カタカナ ﾊﾝｶｸ 「括弧」、。・ー ｆｕｌｌ　ｗｉｄｔｈ １２３
中文: 你好，世界！简体 繁體 龍 鬱  한국어: 안녕하세요 세계 ㄱㄴㄷ 각
emoji: 😀 😂 👍🏽 👨\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 🇩🇪🇯🇵🇧🇷 1️⃣ #️⃣ ❤️ ☺️ ☺︎ ❤ ☀ ⚠️ ⚠ ✂️ 🧑🏿\u200d🚀 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🫠 👩\u200d❤️\u200d💋\u200d👨 © ® ™ 🀄
עברית: שלום עולם! (סוגריים) 123 אבג  עִבְרִית
العربية: السلام عليكم ورحمة الله 123 ١٢٣ لا، مُحَمَّد
हिन्दी: नमस्ते दुनिया क्षत्रिय श्री  ไทย: สวัสดีชาวโลก ที่นี่ น้ำ กำลัง
zero-width: a\u200bb c\u200cd e\u200df g\ufeffh i\u2060j k\u00adl | bidi: a\u202eb\u202cc \u2066x\u2069 \u200fy\u200e
control: [\u0000] [\u0007] [\u001b] [\u000b] [\u007f] [\u0085] [\u009b] nbsp:[\u00a0] zwj c\u200cd e\u200df
private: \ue000 \uf8ff \ue0a0 \ue0b0\ue0b1\ue0b2 | unassigned: \u0378 \u{10fffe} | Tamil வணக்கம் Georgian გამარჯობა Ελληνικά Русский
const naïve = "smörgåsbord" // ﬁ ligature ½ … — – “quotes” ‘x’ €£¥₿ ﷽ end`;
