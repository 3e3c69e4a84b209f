/**
 * The bundled grammars, each on a line: its name, then its aliases. Written by
 * `scripts/grammars/build.mjs`.
 */
export const GRAMMARS = `
abap
actionscript-3 actionscript as3
ada
ahk ahk1
ahk2
angular-html
angular-ts
apache
apex
apl
applescript
ara
asciidoc adoc
asm
astro
awk
ballerina
bat batch cmd
beancount
berry be
bibtex
bicep
bird2 bird
blade
bsl 1c
c
c3
cadence cdc
cairo
chapel chpl
clarity
clojure clj
cmake
cobol
codeowners
codeql ql
coffee coffeescript
common-lisp lisp
coq
cpp c++
crystal
csharp c# cs
css
csv
cue
cypher cql
d
dart
dax
desktop
diff
docker dockerfile
dotenv
dream-maker
edge
elixir
elm
emacs-lisp elisp
erb
erlang erl
fennel
fish
fluent ftl
fortran-fixed-form f for f77
fortran-free-form f90 f95 f03 f08 f18
fsharp f# fs
gdresource tscn tres
gdscript gd
gdshader
genie
gherkin
git-commit
git-rebase
gleam
glimmer-js gjs
glimmer-ts gts
glsl
gn
gnuplot
go
graphql gql
groovy
hack
haml
handlebars hbs
haskell hs
haxe
hcl
hjson
hlsl
html
html-derivative
http
hurl
hxml
hy
imba
ini properties
java
javascript js cjs mjs
jinja
jison
json
json5
jsonc
jsonl
jsonnet
jssm fsl
jsx
julia jl
just justfile
kdl
kotlin kt kts
kusto kql
latex
lean lean4
less
liquid
llvm
log
logo
lua
luau
make makefile
markdown md
marko
matlab
mdc
mdx
mermaid mmd
mipsasm mips
mojo
moonbit mbt mbti
move
narrat nar
nextflow nf
nextflow-groovy
nginx
nim
nix
nsis
nushell nu
objective-c objc
objective-cpp
ocaml
odin
openscad scad
org
pascal
perl
php
pkl
plsql
po pot potx
polar
postcss
powerquery
powershell ps ps1 pwsh
prisma
prolog
proto protobuf
pug jade
puppet
purescript
python py
qml
qmldir
qss
r
racket
raku perl6
razor
rbs ruby-signature
reg
regexp regex
rel
riscv
ron
rosmsg
rst
ruby rb
rust rs
sas
sass
scala
scheme
scss
sdbl 1c-query
shaderlab shader
shellscript bash sh shell zsh
shellsession console
smalltalk
smithy
solidity
soy closure-templates
sparql
splunk spl
sql
ssh-config
stata
stylus styl
surrealql surql
svelte
swift
system-verilog
systemd
talonscript talon
tasl
tcl
templ
terraform tf tfvars
tex
toml
ts-tags lit
tsv
tsx
turtle
twig
typescript ts cts mts
typespec tsp
typst typ
v
vala
vb
verilog
vhdl
viml vim vimscript
vue
vue-html
vue-vine
vyper vy
wasm
wenyan 文言
wgsl
wikitext mediawiki wiki
wit
wolfram wl
xml
xsl
yaml yml
zenscript
zig
`;
