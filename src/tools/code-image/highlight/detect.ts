import { PLAIN } from "./languages.ts";
import { languageOfShebang } from "./file-names.ts";

/** Code past this length adds nothing to what its beginning says. */
const MAX_LENGTH = 20_000;

/** A language needs at least this score, so that prose stays plain text. */
const MIN_SCORE = 3;

/** How often one pattern counts: a long file must not outvote everything else with one habit. */
const MAX_HITS = 3;

/** Returns the language that a text is most likely in; plain text when nothing says enough. */
export function detectLanguage(code: string): string {
  const text = code.slice(0, MAX_LENGTH);
  return languageOfShebang(text) ?? detectByForm(text) ?? detectByScore(text);
}

/** Beginnings, and whole forms, that belong to one language alone. */
const FORMS: readonly (readonly [language: string, form: RegExp])[] = [
  ["php", /^\s*<\?php\b/],
  ["xml", /^\s*<\?xml\b/],
  ["html", /^\s*<!doctype html/i],
  ["diff", /^(?:diff --git |--- \S.*\n\+\+\+ |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/m],
  ["docker", /^\s*(?:#.*\n\s*)*(?:ARG \S+\n)?FROM [\w./:@-]+(?: AS \w+)?\s*\n/i],
  ["http", /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/\d/],
  ["latex", /^\s*(?:%.*\n\s*)*\\(?:documentclass|begin\{document\})/],
  ["git-commit", /^(?:commit [0-9a-f]{40}\n)/],
];

function detectByForm(text: string): string | undefined {
  const found = FORMS.find(([, form]) => form.test(text));
  if (found) return found[0];
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return "json";
  } catch {
    return undefined;
  }
}

/** What speaks for a language, with its weight: 3 is proof, 1 a hint that others share. */
const HINTS: Readonly<Record<string, readonly (readonly [pattern: RegExp, weight: number])[]>> = {
  typescript: [
    [
      /^[ \t]*(?:export )?(?:interface|type|enum|namespace) \w+(?:<[\w, ]+>)?(?: extends [\w, ]+)? ?[={]/m,
      3,
    ],
    [/\b(?:const|let|var) \w+: ?[\w<>[\]|"' ]+ =/, 3],
    [/[(,] ?\w+\??: ?(?:string|number|boolean|unknown|any|void|never)\b/, 3],
    [/\)(?:: ?[A-Z]\w+<[\w<>[\], |]+>|: ?(?:string|number|boolean|void)) (?:=>|\{)/, 3],
    [/\bimport type\b|\bas const\b|\bsatisfies [A-Z]|\breadonly \w+/, 3],
    [/^[ \t]*(?:public|private|protected|readonly) \w+\??: /m, 2],
    [/^[ \t]*import .+ from ["']/m, 1],
    [/\b(?:const|let) \w+ = /, 1],
    [/=> ?[{(\w]/, 1],
  ],
  javascript: [
    [/\b(?:const|let) (?:\w+|\{[\w ,:]+\}|\[[\w ,]+\]) = /, 2],
    [/\bfunction\*? ?\w*\([\w ,={}]*\) ?\{/, 2],
    [/=> ?[{(\w`"']/, 2],
    [/\brequire\(["']/, 3],
    [/\bconsole\.(?:log|error|warn)\(/, 3],
    [/\b(?:document|window)\.\w+/, 2],
    [/^[ \t]*import .+ from ["']/m, 2],
    [/^[ \t]*export (?:default|const|function|class|async)\b/m, 2],
    [/===|!==/, 1],
    [/\bmodule\.exports\b/, 3],
    [/`[^`\n]*\$\{/, 2],
    [/\bvar \w+ = /, 1],
  ],
  jsx: [
    [/\breturn \(?\s*<[A-Za-z][\w.]*[ />\n]/, 5],
    [/<[A-Z]\w+(?: \w+=(?:\{|"))?[^<>\n]*\/>/, 3],
    [/\bclassName=/, 4],
    [/\bimport React\b|\buse(?:State|Effect|Ref|Memo)\(/, 3],
    [/\b(?:const|let) \w+ = /, 1],
  ],
  python: [
    [/^[ \t]*def \w+\([^)\n]*\)(?: ?-> ?[^:\n]+)?:/m, 4],
    [/^[ \t]*class \w+(?:\([\w., =]*\))?:[ \t]*(?:#.*)?$/m, 4],
    [/^[ \t]*(?:from [\w.]+ import |import [\w.]+(?: as \w+)?(?:,|$))/m, 2],
    [/^[ \t]*(?:if|elif|for|while|with|try|except)\b[^{};\n]*:[ \t]*(?:#.*)?$/m, 2],
    [/\bself\.\w+/, 1],
    [/\bprint\(/, 1],
    [/"""|'''/, 1],
    [/^[ \t]*@\w+[\w.]*(?:\(.*\))?[ \t]*$/m, 1],
    [/\b(?:None|True|False|elif|lambda|yield from)\b/, 1],
    [/\bif __name__ == /, 4],
    [/\[[^\]\n]{1,80} for \w+ in [^\]\n]{1,80}\]/, 2],
  ],
  ruby: [
    [/^[ \t]*def (?:self\.)?\w+[?!]?(?:\([^)\n]*\))?[ \t]*$/m, 3],
    [/^[ \t]*end[ \t]*$/m, 1],
    [/\bdo \|[\w, ]+\|/, 3],
    [/^[ \t]*(?:require|require_relative) ["']/m, 3],
    [/^[ \t]*(?:attr_(?:reader|writer|accessor)|include|module|class) :?[\w:]+/m, 1],
    [/\bputs\b/, 2],
    [/\.each\b|\.nil\?|\bunless\b|\belsif\b/, 1],
    [/@\w+ = |:\w+ =>|\b\w+: :\w+/, 1],
  ],
  go: [
    [/^package \w+[ \t]*$/m, 4],
    [/^func (?:\(\w+ \*?[\w.]+\) )?\w+\(/m, 4],
    [/:= /, 1],
    [/^import (?:\(|")/m, 2],
    [/\bfmt\.\w+\(|\berr != nil\b|\bmake\((?:chan|map|\[\])/, 3],
    [/\b(?:chan|defer|go func|struct|interface) ?\{?/, 1],
  ],
  rust: [
    [/^[ \t]*(?:pub(?:\(\w+\))? )?(?:async )?fn \w+(?:<[^>\n]*>)?\(/m, 3],
    [/\blet mut \w+/, 4],
    [/^[ \t]*(?:pub )?(?:struct|enum|trait|impl|mod)\b[^;=\n]*\{/m, 1],
    [/^[ \t]*impl(?:<[^>\n]*>)? /m, 3],
    [/^[ \t]*use (?:std|crate|super|\w+)::/m, 3],
    [/\b(?:println|vec|format|panic|assert_eq)!\W/, 3],
    [/#!?\[(?:derive|cfg|test|allow)\b/, 4],
    [/&(?:mut |str\b|self\b|')|\bOption<|\bResult<|\.unwrap\(\)/, 2],
    [/\bmatch \w+ \{/, 1],
  ],
  java: [
    [/^[ \t]*import (?:static )?(?:java|javax|org|com)\.[\w.*]+;/m, 4],
    [/\bpublic static void main\(String/, 5],
    [/\bSystem\.out\.print/, 4],
    [/^[ \t]*package [\w.]+;/m, 3],
    [
      /^[ \t]*(?:public|private|protected) (?:abstract |final |static )*(?:class|interface|enum|record) \w+/m,
      3,
    ],
    [
      /^[ \t]*(?:public|private|protected) (?:static |final )*[\w<>[\], ]+ \w+\([^)\n]*\)(?: throws \w+)? ?\{/m,
      2,
    ],
    [/@Override\b/, 3],
    [/\bnew \w+(?:<\w*>)?\(/, 1],
    [/\bfinal \w+ \w+ =/, 1],
  ],
  kotlin: [
    [/\bfun (?:<[^>\n]*> ?)?(?:[\w.]+\.)?\w+\([^)\n]*\)(?:: ?[\w<>?, ]+)? ?[={]/, 4],
    [/\bval \w+(?:: ?[\w<>?]+)? = /, 2],
    [/\b(?:data|sealed|open) class \w+/, 4],
    [/\bprintln\(|\blistOf\(|\bwhen ?\(|\?: |\?\./, 1],
    [/\bcompanion object\b|\boverride fun\b|\bsuspend fun\b/, 4],
  ],
  swift: [
    [/\bfunc \w+(?:<[^>\n]*>)?\([^)\n]*\)(?: (?:async|throws))*(?: -> [\w[\]<>?:, ]+)? ?\{/, 3],
    [/^[ \t]*import (?:Foundation|SwiftUI|UIKit|Combine|AppKit)[ \t]*$/m, 5],
    [/\b(?:guard|if) let \w+/, 3],
    [/\blet \w+(?:: ?[\w[\]<>?]+)? = /, 1],
    [/^[ \t]*@(?:State|Published|main|objc|ObservedObject)\b/m, 3],
    [/\bvar body: some View\b|\bself\?\.|\bextension \w+(?:: ?\w+)? \{/, 3],
    [/^[ \t]*(?:struct|class|enum|protocol) \w+(?:: ?[\w, ]+)? \{/m, 1],
    [/\\\(\w+/, 2],
  ],
  csharp: [
    [/^[ \t]*using (?:static )?[A-Z][\w.]*;/m, 4],
    [/^[ \t]*namespace [\w.]+[ \t]*[;{]?[ \t]*$/m, 3],
    [/\bConsole\.(?:Write|Read)/, 4],
    [/\{ ?get;(?: (?:set|init);)? ?\}/, 4],
    [
      /^[ \t]*(?:public|private|protected|internal) (?:(?:static|readonly|async|override|virtual|sealed|partial) )*[\w<>[\]?,. ]+ \w+\s*(?:\([^)\n]*\)|=|\{)/m,
      1,
    ],
    [/\b(?:string|int|bool|decimal|var) \w+ = |\bawait \w+|\bforeach ?\(/, 1],
    [/\$"[^"\n]*\{/, 2],
  ],
  cpp: [
    [/^[ \t]*#include <(?:iostream|vector|string|memory|map|algorithm|cstdint|utility)>/m, 5],
    [/\bstd::\w+/, 4],
    [/^[ \t]*(?:template ?<|namespace \w+ ?\{|using namespace)/m, 4],
    [/\b(?:cout|cin|endl|nullptr|constexpr|noexcept)\b/, 2],
    [/^[ \t]*(?:public|private|protected):[ \t]*$/m, 3],
    [/^[ \t]*#include [<"]/m, 1],
    [/\bclass \w+(?: ?: ?(?:public|private) \w+)? ?\{/, 1],
  ],
  c: [
    [/^[ \t]*#include <(?:stdio|stdlib|string|stdint|stdbool|unistd|errno|math|assert)\.h>/m, 4],
    [/^[ \t]*#(?:define|ifdef|ifndef|endif|pragma|include "[\w./]+\.h")/m, 2],
    [/\b(?:printf|malloc|free|sizeof|memcpy|strlen)\(/, 2],
    [/\bint main\((?:void|int argc)?/, 3],
    [
      /^(?:static |const |unsigned |extern |inline )*(?:void|int|char|size_t|bool|float|double|long|struct \w+|u?int\d+_t) \*?\w+\([^)\n]*\)\s*[{;]/m,
      2,
    ],
    [/\btypedef (?:struct|enum|union)\b|\bstruct \w+ \*|->\w+/, 1],
  ],
  shellscript: [
    [/^[ \t]*(?:if|elif|while) \[\[? .+\]\]?; ?(?:then|do)/m, 4],
    [/^[ \t]*(?:fi|done|esac)[ \t]*$/m, 3],
    [/^[ \t]*for \w+ in .+; ?do/m, 4],
    [/\$\{\w+[:#%/-]|\$\(\w+|"\$[\w@]+"/, 2],
    [/^[ \t]*(?:export|local|readonly) \w+=/m, 3],
    [
      /^[ \t]*(?:\$ )?(?:sudo|apt-get|apt|npm|npx|yarn|pip|git|docker|curl|wget|cd|mkdir|chmod|echo|grep|sed|brew|kubectl|systemctl) [\w-]/m,
      2,
    ],
    [/^[ \t]*set -[a-z]+/m, 3],
    [/ \| (?:grep|sed|awk|sort|head|tail|xargs|tr|wc)\b/, 3],
    [/ && \\?$/m, 1],
  ],
  powershell: [
    [/\b(?:Get|Set|New|Remove|Write|Import|Invoke|Where|ForEach)-[A-Z]\w+/, 4],
    [/^[ \t]*\$\w+ = /m, 1],
    [/^[ \t]*param ?\(/im, 2],
    [/ -(?:eq|ne|gt|lt|like|match) /, 2],
  ],
  perl: [
    [/^[ \t]*use (?:strict|warnings|utf8|v5)/m, 5],
    [/\bmy [$@%(]\w*/, 4],
    [/^[ \t]*sub \w+ ?\{/m, 3],
    [/\$_\b|=~ ?(?:m|s|tr)?\/|@\{\$/, 2],
  ],
  php: [
    [/\$this->\w+|\$\w+->\w+\(/, 3],
    [/\bfunction \w+\((?:[?\w]+ )?\$\w+/, 4],
    [/^[ \t]*(?:namespace|use) [A-Z][\w\\]+;/m, 3],
    [/\becho \$|\bforeach ?\(\$\w+ as \$/, 4],
    [/\$\w+ = /, 1],
  ],
  sql: [
    [/\bSELECT\b[^;]{1,400}?\bFROM\b/i, 4],
    [/^[ \t]*INSERT INTO \w/im, 4],
    [/^[ \t]*CREATE (?:OR REPLACE )?(?:UNIQUE )?(?:TABLE|INDEX|VIEW|FUNCTION|DATABASE)\b/im, 4],
    [/^[ \t]*(?:ALTER TABLE|DROP TABLE|DELETE FROM|UPDATE \w+\s{1,40}SET)\b/im, 4],
    [/\b(?:LEFT|INNER|RIGHT|OUTER)? ?JOIN \w+|\b(?:GROUP|ORDER) BY\b/i, 2],
    [/^[ \t]*WITH \w+ AS ?\(/im, 3],
  ],
  css: [
    [/^[ \t]*[.#]?[\w-]+(?:[ >+~:,.#][\w-]+)* ?\{\s{0,40}[\w-]+ ?:/m, 2],
    [
      /[{;]\s{0,40}(?:color|margin|padding|display|background|font|border|width|height|position|flex|grid)(?:-[\w-]+)?\s*:[^;{}]+[;}]/,
      3,
    ],
    [/^[ \t]*@(?:media|import|font-face|keyframes|supports)\b/m, 3],
    [/#[0-9a-f]{3,8}\b|\b\d+(?:px|rem|em|vh|vw)\b/i, 1],
    [/\bvar\(--/, 2],
  ],
  scss: [
    [/^[ \t]*\$[\w-]+: [^;\n]+;/m, 4],
    [/^[ \t]*@(?:mixin|include|extend|use|forward)\b/m, 4],
    [/&(?::|\.|-)[\w-]+ ?\{|&:hover/, 2],
    [
      /[{;]\s{0,40}(?:color|margin|padding|display|background|font|border|width|height)(?:-[\w-]+)?\s*:[^;{}]+[;}]/,
      2,
    ],
  ],
  html: [
    [/<\/(?:div|p|span|a|h[1-6]|ul|li|table|body|head|html|script|style|form|button|title)>/i, 3],
    [
      /^[ \t]*<(?:div|p|h[1-6]|ul|table|body|head|html|section|nav|main|form|title|meta|link)[ >\n]/im,
      2,
    ],
    [/<\w+ (?:class|id|href|src|style)=/i, 2],
  ],
  vue: [
    [/^<template>/m, 5],
    [/^<script(?: setup)?(?: lang="ts")?>/m, 3],
    [/\sv-(?:if|for|model|bind|on)=|\s[@:]\w+="/, 3],
  ],
  svelte: [
    [/\{#(?:if|each|await|snippet)\b|\{:else|\{\/(?:if|each)\}|\$state\(|\$derived\(/, 6],
    [/^<script(?: lang="ts")?>/m, 2],
    [/\son:\w+=\{|\sbind:\w+=/, 4],
  ],
  xml: [
    [/^[ \t]*<(?:project|configuration|beans|rss|feed|svg|manifest|resources)\b/m, 4],
    [/\sxmlns(?::\w+)?="/, 5],
    [/<\/[\w-]+:[\w-]+>/, 3],
  ],
  yaml: [
    [/^---[ \t]*$/m, 2],
    [/^[\w.-]+:(?: [^{}\n;]+)?$/m, 1],
    [/^ {1,12}(?:- )?[\w.-]+: \S/m, 1],
    [/^[\w.-]+:[ \t]*\n+[ \t]+(?:- )?[\w.-]+:/m, 3],
    [/^[ \t]*- [\w.-]+: /m, 2],
    [/^(?:apiVersion|kind|services|version|name|on|jobs|steps): ?/m, 1],
  ],
  json: [[/^[ \t]*"[^"\n]{1,80}": ?["[{\d.tfn-]/m, 2]],
  toml: [
    [/^\[\[?[\w.-]+\]\]?[ \t]*$/m, 2],
    [/^[\w.-]+ = (?:"|\[|\d|true|false)/m, 2],
  ],
  ini: [
    [/^\[[\w .:-]+\][ \t]*$/m, 2],
    [/^[\w.-]+[ \t]*=[ \t]*[^"'\n[{;]+$/m, 1],
    [/^;.*$/m, 2],
  ],
  markdown: [
    [/^#{2,6} \S/m, 2],
    // Also a comment of many languages.
    [/^# \S/m, 0.5],
    [/^```\w*[ \t]*$/m, 3],
    [/\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/, 3],
    [/\*\*[^*\n]+\*\*/, 2],
    [/^[ \t]*[-*] \S/m, 1],
    [/^> \S/m, 1],
  ],
  docker: [
    [/^(?:RUN|COPY|ENTRYPOINT|CMD|WORKDIR|EXPOSE|ENV) \S/m, 2],
    [/^FROM \S+/m, 3],
  ],
  make: [
    [/^\.PHONY:/m, 5],
    [/^[\w.%/-]+:(?: [\w.%/ -]*)?\n\t/m, 4],
    [/\$\((?:CC|CFLAGS|MAKE|\w+)\)|\$[@<^]/, 2],
  ],
  lua: [
    [/\blocal (?:function )?\w+/, 3],
    [/^[ \t]*end[ \t]*[,)]?[ \t]*$/m, 1],
    [/\bfunction [\w.:]+\([^)\n]*\)[ \t]*$/m, 3],
    [/\bthen[ \t]*$|\bnil\b|~=|\.\. /m, 1],
  ],
  haskell: [
    [/^\w+ ::(?: \w+)?[^\n]*->/m, 4],
    [/^module [\w.]+(?: \([^)]*\))? where/m, 5],
    [/^import (?:qualified )?[A-Z][\w.]+/m, 3],
    [/^data \w+ = |\bwhere[ \t]*$|<\$>|>>=/m, 2],
  ],
  elixir: [
    [/^[ \t]*defmodule [\w.]+ do/m, 6],
    [/^[ \t]*defp? \w+(?:\([^)\n]*\))?(?: when .+)?(?: do|, do:)/m, 4],
    [/\|> \w/, 2],
  ],
  clojure: [[/^\((?:ns|defn|def|defmacro|let) /m, 5]],
  scala: [
    [/^[ \t]*(?:case class|object|trait) \w+/m, 3],
    [/\bdef \w+(?:\[[^\]\n]+\])?(?:\([^)\n]*\))*(?:: ?[\w[\], ]+)? =/, 4],
    [/\bval \w+(?:: ?[\w[\]]+)? = /, 1],
  ],
  dart: [
    [/^import 'package:/m, 5],
    [/\bvoid main\(\) ?(?:async )?\{/, 3],
    [/\bWidget build\(|\bfinal \w+ \w+;|\blate \w+/, 3],
  ],
  r: [
    [/\b\w+ <- (?:function|c|data\.frame|read)?\(?/, 3],
    [/^[ \t]*library\(\w+\)/m, 4],
    [/ %>% |\$\w+\[/, 2],
  ],
  hcl: [
    [/^(?:resource|data|variable|output|provider|module|terraform|locals) (?:"[\w-]+" ?)*\{/m, 6],
  ],
  graphql: [
    [/^(?:query|mutation|subscription|fragment) \w*(?:\([^)]*\))? ?(?:on \w+ )?\{/m, 5],
    [
      /^(?:type|input|interface|enum) \w+(?: implements \w+)? \{\s{1,40}\w+(?:\([^)]{0,200}\))?: \[?\w+!?/m,
      5,
    ],
  ],
  proto: [
    [/^syntax = "proto[23]";/m, 6],
    [/^message \w+ \{/m, 3],
  ],
  nginx: [
    [/^[ \t]*(?:server|location [^{\n]+|upstream \w+|http) \{/m, 4],
    [/^[ \t]*(?:listen|proxy_pass|server_name|root) [^;\n]+;/m, 4],
  ],
  zig: [
    [/\bconst \w+ = @import\(/, 6],
    [/\bpub fn \w+\(/, 2],
  ],
};

function detectByScore(text: string): string {
  let best = { language: PLAIN, score: MIN_SCORE - 1 };
  for (const [language, hints] of Object.entries(HINTS)) {
    const score = hints.reduce(
      (sum, [pattern, weight]) => sum + weight * countHits(text, pattern),
      0,
    );
    if (score > best.score) best = { language, score };
  }
  return best.language;
}

/** Returns how often a pattern matches, as far as that counts; further matches count half, because they repeat. */
function countHits(text: string, pattern: RegExp): number {
  const every = new RegExp(pattern, `${pattern.flags}g`);
  let hits = 0;
  while (hits < MAX_HITS && every.exec(text)) hits++;
  return hits === 0 ? 0 : (hits + 1) / 2;
}
