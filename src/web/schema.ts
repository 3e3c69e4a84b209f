/** The members of JSON Schema that forms and the reference are made from. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  "x-text"?: string;
  "x-help"?: string;
  "x-unit"?: string;
  "x-visible-when"?: Record<string, readonly string[]>;
  "x-start"?: string;
  "x-days-from-today"?: number;
  "x-advanced"?: boolean;
  "x-widget"?: string;
  "x-exactly-one"?: readonly string[];
  "x-required-unless"?: readonly string[];
  "x-titles"?: Record<string, string>;
  "x-file"?: { accept?: string; as: "base64" | "data-url" | "text" };
  "x-media"?: Record<string, string>;
  "x-sensitive"?: boolean;
  "x-default-scheme"?: string;
}
