import { formatLiteral } from "./literal.ts";
import {
  capitalizeMethod,
  getReading,
  hasBody,
  KEY_VARIABLE,
  listHeaders,
  type SampleRequest,
} from "./request.ts";

const SYNTAX = {
  indent: 2,
  object: ["{", "}"],
  list: ["[", "]"],
  constants: ["true", "false", "nil"],
  formatText: quoteRuby,
  formatName: (name: string) => `${/^[a-z_]\w*$/i.test(name) ? name : quoteRuby(name)}: `,
} as const;

const START = `Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https")`;

/** Returns a request as a Ruby program, with the standard library alone. */
export function formatRuby(request: SampleRequest): string {
  const { url, input } = request;
  const isJson = hasBody(request) || getReading(request) === "json";
  const headers = listHeaders(request).map(({ name, value }) => {
    const text = value === undefined ? `ENV.fetch("${KEY_VARIABLE}")` : `"${value}"`;
    return `request["${name}"] = ${text}`;
  });
  const lines = [
    ...(isJson ? [`require "json"`] : []),
    `require "net/http"`,
    "",
    `uri = URI(${quoteRuby(url)})`,
    `request = Net::HTTP::${capitalizeMethod(request)}.new(uri)`,
    ...headers,
    ...(hasBody(request) ? [`request.body = ${formatLiteral(input, SYNTAX)}.to_json`] : []),
    ...listReadLines(request),
  ];
  return lines.join("\n");
}

function listReadLines(request: SampleRequest): string[] {
  const check = `abort "#{response.code}: #{response.body}" unless response.is_a?(Net::HTTPSuccess)`;
  const reading = getReading(request);
  if (reading === "events") {
    return [
      `${START} do |http|`,
      "  http.request(request) do |response|",
      `    ${check}`,
      "    response.read_body { |chunk| print chunk }",
      "  end",
      "end",
    ];
  }
  return [
    `response = ${START} { |http| http.request(request) }`,
    check,
    ...{
      json: ["puts JSON.pretty_generate(JSON.parse(response.body))"],
      text: ["puts response.body"],
      file: [`File.binwrite(${quoteRuby(request.file ?? "")}, response.body)`],
      nothing: [],
    }[reading],
  ];
}

/** Quotes text without interpolation. */
function quoteRuby(text: string): string {
  return JSON.stringify(text).replaceAll(/#(?=[{$@])/g, String.raw`\#`);
}
