import {
  capitalizeMethod,
  getBody,
  getReading,
  KEY_VARIABLE,
  listHeaders,
  type SampleRequest,
} from "./request.ts";

/** Returns a request as a Go program, formatted as gofmt does. */
export function formatGo(request: SampleRequest): string {
  const { url, file, needsKey } = request;
  const body = getBody(request);
  const reading = getReading(request);
  const packages = [
    ...(reading === "json" ? ["encoding/json"] : []),
    "fmt",
    "io",
    "log",
    "net/http",
    ...(needsKey || /file|text|events/.test(reading) ? ["os"] : []),
    ...(body === undefined ? [] : ["strings"]),
  ];
  const headers = listHeaders(request).map(({ name, value }) => {
    const text = value === undefined ? `os.Getenv("${KEY_VARIABLE}")` : JSON.stringify(value);
    return `\trequest.Header.Set("${name}", ${text})\n`;
  });
  const method = `http.Method${capitalizeMethod(request)}`;
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join("")})

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
${body === undefined ? "" : `\tbody := strings.NewReader(${quoteRaw(body)})\n`}\
	request, err := http.NewRequest(${method}, ${JSON.stringify(url)}, ${body === undefined ? "nil" : "body"})
	if err != nil {
		return err
	}
${headers.join("")}\
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		message, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%s: %s", response.Status, message)
	}
${formatRead(reading, file)}
}`;
}

function formatRead(reading: ReturnType<typeof getReading>, file = ""): string {
  if (reading === "nothing") return "\treturn nil";
  if (reading === "file") {
    return `	file, err := os.Create(${JSON.stringify(file)})
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, response.Body); err != nil {
		file.Close()
		return err
	}
	return file.Close()`;
  }
  if (reading !== "json") return "\t_, err = io.Copy(os.Stdout, response.Body)\n\treturn err";
  return `	var result any
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		return err
	}
	fmt.Println(result)
	return nil`;
}

/** Quotes JSON as a raw string. A backtick, which ends one, is only within strings of JSON. */
function quoteRaw(json: string): string {
  return `\`${json.replaceAll("`", String.raw`\u0060`)}\``;
}
