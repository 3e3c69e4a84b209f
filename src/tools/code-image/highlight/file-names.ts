import { PLAIN, resolveLanguage } from "./languages.ts";

/** Languages of whole file names, in lower case. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  ".babelrc": "json5",
  ".bash_profile": "shellscript",
  ".bashrc": "shellscript",
  ".dockerignore": "ini",
  ".editorconfig": "ini",
  ".env": "dotenv",
  ".eslintrc": "jsonc",
  ".gitattributes": "ini",
  ".gitconfig": "ini",
  ".gitignore": "ini",
  ".npmrc": "ini",
  ".profile": "shellscript",
  ".vimrc": "viml",
  ".zshrc": "shellscript",
  brewfile: "ruby",
  "cargo.lock": "toml",
  "cmakelists.txt": "cmake",
  codeowners: "codeowners",
  commit_editmsg: "git-commit",
  containerfile: "docker",
  "devcontainer.json": "jsonc",
  dockerfile: "docker",
  gemfile: "ruby",
  "go.mod": "go",
  gnumakefile: "make",
  jenkinsfile: "groovy",
  "jsconfig.json": "jsonc",
  justfile: "just",
  makefile: "make",
  "nginx.conf": "nginx",
  podfile: "ruby",
  procfile: "yaml",
  rakefile: "ruby",
  "requirements.txt": "ini",
  ssh_config: "ssh-config",
  "tsconfig.json": "jsonc",
  vagrantfile: "ruby",
};

/** Languages of extensions that are neither a language's name nor its alias. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: "shellscript",
  bats: "shellscript",
  "blade.php": "blade",
  cc: "cpp",
  cfg: "ini",
  cl: "common-lisp",
  cljs: "clojure",
  cls: "apex",
  conf: "ini",
  cts: "typescript",
  cu: "cpp",
  cxx: "cpp",
  edn: "clojure",
  ejs: "html",
  el: "emacs-lisp",
  ex: "elixir",
  exs: "elixir",
  for: "fortran-fixed-form",
  fsx: "fsharp",
  gemspec: "ruby",
  geojson: "json",
  gradle: "groovy",
  h: "c",
  hh: "cpp",
  hpp: "cpp",
  hrl: "erlang",
  htm: "html",
  hxx: "cpp",
  ino: "cpp",
  ipynb: "json",
  ksh: "shellscript",
  lhs: "haskell",
  m: "objective-c",
  mk: "make",
  ml: "ocaml",
  mli: "ocaml",
  mm: "objective-cpp",
  mts: "typescript",
  nasm: "asm",
  pas: "pascal",
  patch: "diff",
  phtml: "php",
  pl: "perl",
  plist: "xml",
  pm: "perl",
  psm1: "powershell",
  pyi: "python",
  pyw: "python",
  rake: "ruby",
  rkt: "racket",
  s: "asm",
  sbt: "scala",
  sc: "scala",
  scm: "scheme",
  storyboard: "xml",
  sv: "system-verilog",
  svg: "xml",
  svh: "system-verilog",
  tcsh: "shellscript",
  tex: "latex",
  tfvars: "hcl",
  tf: "hcl",
  v: "verilog",
  vhd: "vhdl",
  wat: "wasm",
  webmanifest: "json",
  xaml: "xml",
  xhtml: "html",
  xib: "xml",
  xsd: "xml",
  xslt: "xsl",
  zshrc: "shellscript",
};

/** Languages of interpreters that are neither a language's name nor its alias. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  ash: "shellscript",
  bun: "typescript",
  dash: "shellscript",
  deno: "typescript",
  guile: "scheme",
  iex: "elixir",
  ksh: "shellscript",
  lein: "clojure",
  nodejs: "javascript",
  osascript: "applescript",
  pwsh: "powershell",
  python2: "python",
  python3: "python",
  rscript: "r",
  runhaskell: "haskell",
  tsx: "typescript",
  "ts-node": "typescript",
};

/**
 * Returns the language of a file: by its whole name (`Dockerfile`), its extension, or else the `#!`
 * line that the code begins with. Plain text when none is known.
 */
export function detectFileLanguage(filename: string, code: string): string {
  const name = filename.trim().toLowerCase().split(/[/\\]/).at(-1) ?? "";
  const [whole = ""] = name.split(".", 1);
  return (
    FILE_NAMES[name] ??
    findLanguageByExtensions(name) ??
    findLanguageByShebang(code) ??
    // `Dockerfile.dev`, `Makefile.in`
    FILE_NAMES[whole] ??
    PLAIN
  );
}

/** Tries `a.blade.php` as `blade.php`, then as `php`. */
function findLanguageByExtensions(name: string): string | undefined {
  const [, ...parts] = name.split(".");
  for (let from = 0; from < parts.length; from++) {
    const extension = parts.slice(from).join(".");
    const language = EXTENSIONS[extension] ?? findKnownLanguage(extension);
    if (language !== undefined) return language;
  }
  return undefined;
}

/**
 * Returns the language of the interpreter that the first line names (`#!/usr/bin/env -S node
 * --watch`).
 */
export function findLanguageByShebang(code: string): string | undefined {
  const [line = ""] = code.split("\n", 1);
  const words =
    line
      .match(/^#!\s*(.+)$/)?.[1]
      ?.trim()
      .split(/\s+/) ?? [];
  const programs = words.map((word) => word.split("/").at(-1) ?? "");
  const program = programs.find((word) => !/^(?:env|-.*|.*=.*)$/.test(word))?.toLowerCase();
  if (program === undefined) return undefined;
  const unversioned = program.replace(/[\d.]+$/, "");
  return INTERPRETERS[program] ?? findKnownLanguage(program) ?? findKnownLanguage(unversioned);
}

/**
 * Returns the canonical name of a language, or undefined for unknown names and plain text, which
 * proves nothing.
 */
function findKnownLanguage(name: string): string | undefined {
  const language = resolveLanguage(name);
  return language === PLAIN && !/^(?:txt|text)$/.test(name) ? undefined : language;
}
