import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { detectLanguage } from "#src/tools/code-image/highlight/detect.js";
import { detectFileLanguage } from "#src/tools/code-image/highlight/file-names.js";
import { findLanguage, suggestLanguage } from "#src/tools/code-image/highlight/languages.js";
import { SAMPLES } from "./samples.ts";

/** A few lines in each language, as people paste them. */
const SNIPPETS: Record<string, string> = {
  ...SAMPLES,
  javascript:
    "const express = require('express');\nconst app = express();\napp.get('/', (req, res) => res.send('hi'));\n",
  jsx: 'export function Button({ label }) {\n  const [n, setN] = useState(0);\n  return <button className="big" onClick={() => setN(n + 1)}>{label}</button>;\n}\n',
  java: 'public class Main {\n  public static void main(String[] args) {\n    System.out.println("Hello");\n  }\n}\n',
  c: '#include <stdio.h>\n\nint main(void) {\n  printf("%d\\n", 42);\n  return 0;\n}\n',
  cpp: '#include <iostream>\n\nint main() {\n  std::cout << "Hello" << std::endl;\n}\n',
  csharp:
    'using System;\n\nnamespace App;\n\npublic class Person\n{\n    public string Name { get; set; }\n    public void Hi() => Console.WriteLine($"Hi {Name}");\n}\n',
  ruby: 'class Dog\n  attr_reader :name\n  def bark\n    puts "Woof"\n  end\nend\n',
  php: "<?php\nfunction add(int $a, int $b): int {\n  return $a + $b;\n}\n",
  kotlin: 'data class User(val name: String)\n\nfun main() {\n    println(User("Ada").name)\n}\n',
  swift:
    'import SwiftUI\n\nstruct ContentView: View {\n    @State private var n = 0\n    var body: some View {\n        Text("Hi \\(n)")\n    }\n}\n',
  css: ".card {\n  display: flex;\n  padding: 1rem 2rem;\n}\n\n@media (min-width: 40rem) { .card { color: #333; } }\n",
  scss: "$accent: #f0f;\n\n.card {\n  color: $accent;\n  &:hover { color: darken($accent, 10%); }\n}\n",
  json: '{ "name": "sundry", "private": true, "version": "1.0.0" }\n',
  yaml: "name: build\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n",
  toml: '[package]\nname = "sundry"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n',
  xml: '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
  docker: "FROM node:24-alpine\nWORKDIR /app\nCOPY . .\nRUN npm ci\n",
  diff: "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
  lua: 'local function greet(name)\n  if name == nil then\n    return "?"\n  end\n  return "Hi " .. name\nend\n',
  elixir: 'defmodule Greeter do\n  def hi(name), do: IO.puts("Hi #{name}")\nend\n',
  haskell: "module Main where\n\nadd :: Int -> Int -> Int\nadd a b = a + b\n",
  hcl: 'resource "aws_s3_bucket" "b" {\n  bucket = "x"\n}\n',
  perl: 'use strict;\nmy $name = shift;\nprint "Hi $name\\n";\n',
  powershell: "Get-ChildItem -Path . | Where-Object { $_.Length -gt 1MB }\n",
  scala:
    "object Main extends App {\n  def add(a: Int, b: Int): Int = a + b\n  case class P(x: Int)\n}\n",
  r: "library(ggplot2)\nx <- c(1, 2, 3)\nmean(x)\n",
};

describe("detectLanguage", () => {
  for (const [language, code] of Object.entries(SNIPPETS)) {
    it(`detectLanguage recognizes ${language}`, () => assert.equal(detectLanguage(code), language));
  }

  it("detectLanguage leaves prose, numbers and white space plain", () => {
    for (const text of [
      "Dear Ada,\n\nthank you for the letter. I will write soon.\n",
      "1 2 3\n4 5 6\n",
      "   \n\n",
      "hello",
      "- milk\n- eggs\n",
      "Note: the meeting is at 3.\n",
    ]) {
      assert.equal(detectLanguage(text), "plaintext", text);
    }
  });

  it("detectLanguage prefers the interpreter that the first line names", () => {
    assert.equal(detectLanguage("#!/usr/bin/env -S node --watch\nprint(1)\n"), "javascript");
    assert.equal(detectLanguage("#!/usr/bin/python3.12\nx\n"), "python");
    assert.equal(detectLanguage("#! /bin/sh\nx\n"), "shellscript");
    assert.equal(detectLanguage("#!/opt/unknown\n<?xml?>\n"), "plaintext");
  });
});

describe("detectFileLanguage", () => {
  it("detectFileLanguage knows whole names, extensions and folders", () => {
    for (const [name, language] of Object.entries({
      "main.ts": "typescript",
      "src/deep/Main.PY": "python",
      "C:\\code\\a.rs": "rust",
      Dockerfile: "docker",
      "Dockerfile.dev": "docker",
      Makefile: "make",
      "CMakeLists.txt": "cmake",
      "page.blade.php": "blade",
      "a.b.h": "c",
      ".bashrc": "shellscript",
      "tsconfig.json": "jsonc",
      "notes.txt": "plaintext",
      "no-extension": "plaintext",
      "x.unknown": "plaintext",
    })) {
      assert.equal(detectFileLanguage(name, "x"), language, name);
    }
  });

  it("detectFileLanguage uses the line that names an interpreter for other names", () => {
    assert.equal(detectFileLanguage("deploy", "#!/bin/bash\necho"), "shellscript");
    assert.equal(detectFileLanguage("run.xyz", "#!/usr/bin/env ruby\n"), "ruby");
  });

  it("detectFileLanguage returns languages that can be highlighted", () => {
    for (const extension of "cc h hpp m ml pl rkt s sv tex tf v vhd wat xaml el edn".split(" ")) {
      const language = detectFileLanguage(`a.${extension}`, "");
      assert.notEqual(language, "plaintext", extension);
      assert.equal(findLanguage(language), language, extension);
    }
  });
});

describe("suggestLanguage", () => {
  it("suggestLanguage corrects misspellings, other names and beginnings", () => {
    for (const [name, language] of Object.entries({
      typscript: "typescript",
      pyhton: "python",
      javscript: "javascript",
      "Postgres SQL": "sql",
      "node js": "javascript",
      objective: "objective-c",
      kubernetes: "yaml",
    })) {
      assert.equal(suggestLanguage(name), language, name);
    }
  });

  it("suggestLanguage suggests nothing for names that resemble none", () => {
    for (const name of ["klingon", "x", "zz", "auto-detect-please", "q".repeat(200)]) {
      assert.equal(suggestLanguage(name), undefined, name);
    }
  });
});
