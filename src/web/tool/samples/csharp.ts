import { formatLiteral } from "./literal.ts";
import {
  capitalizeMethod,
  getReading,
  hasBody,
  KEY_VARIABLE,
  listHeaders,
  type SampleRequest,
} from "./request.ts";

/** Nodes, because names of members that are not those of C# stay as they are. */
const SYNTAX = {
  indent: 4,
  object: ["new JsonObject\n{", "}"],
  list: ["new JsonArray\n{", "}"],
  constants: ["true", "false", "null"],
  formatText: JSON.stringify,
  formatName: (name: string) => `[${JSON.stringify(name)}] = `,
} as const;

/** Returns a request as a C# program of .NET 6 or newer, with the implicit usings of a console. */
export function formatCSharp(request: SampleRequest): string {
  const { url, input } = request;
  const reading = getReading(request);
  const isJson = hasBody(request) || reading === "json";
  const headers = listHeaders(request)
    // Of the content.
    .filter(({ name }) => name !== "Content-Type")
    .map(({ name, value }) => {
      const text =
        value === undefined
          ? `Environment.GetEnvironmentVariable("${KEY_VARIABLE}")`
          : `"${value}"`;
      return `request.Headers.Add("${name}", ${text});`;
    });
  const method = `HttpMethod.${capitalizeMethod(request)}`;
  const isStream = reading === "events" ? ", HttpCompletionOption.ResponseHeadersRead" : "";
  const lines = [
    ...(isJson ? ["using System.Net.Http.Json;", "using System.Text.Json.Nodes;", ""] : []),
    "using var client = new HttpClient();",
    `using var request = new HttpRequestMessage(${method}, ${JSON.stringify(url)});`,
    ...headers,
    ...(hasBody(request)
      ? [`request.Content = JsonContent.Create(${formatLiteral(input, SYNTAX)});`]
      : []),
    `using var response = await client.SendAsync(request${isStream});`,
    "if (!response.IsSuccessStatusCode)",
    "{",
    "    var message = await response.Content.ReadAsStringAsync();",
    `    throw new HttpRequestException($"{(int)response.StatusCode}: {message}");`,
    "}",
    ...listReadLines(request),
  ];
  return lines.join("\n");
}

function listReadLines(request: SampleRequest): string[] {
  const file = JSON.stringify(request.file ?? "");
  return {
    json: [
      "var result = await response.Content.ReadFromJsonAsync<JsonNode>();",
      "Console.WriteLine(result);",
    ],
    text: ["Console.WriteLine(await response.Content.ReadAsStringAsync());"],
    file: [
      "var bytes = await response.Content.ReadAsByteArrayAsync();",
      `await File.WriteAllBytesAsync(${file}, bytes);`,
    ],
    events: [
      "using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());",
      "while (await reader.ReadLineAsync() is { } line)",
      "{",
      "    Console.WriteLine(line);",
      "}",
    ],
    nothing: [],
  }[getReading(request)];
}
