import type { RequestContext } from "../http/context.ts";

const FLAGS = "HttpOnly; SameSite=Lax; Path=/";

interface CookieOptions {
  name: string;
  publicUrl: string | undefined;
  /** Undefined: until the browser is closed. */
  maxAgeSeconds?: number;
}

/** A cookie for this host alone. Under https its name has a prefix that no other host can set. */
export class BrowserCookie {
  readonly #options: CookieOptions;

  constructor(options: CookieOptions) {
    this.#options = options;
  }

  read(context: RequestContext): string | undefined {
    const { cookie } = context.headers;
    if (cookie === undefined || !cookie.includes(this.#options.name)) return undefined;
    const name = this.#getName(context);
    const pair = cookie
      .split(";")
      .map((text) => text.trim())
      .find((text) => text.startsWith(`${name}=`));
    return pair?.slice(name.length + 1) || undefined;
  }

  /** Returns the `Set-Cookie` that sets the cookie, or deletes it. */
  format(context: RequestContext, value: string | undefined): string {
    const { maxAgeSeconds } = this.#options;
    const secure = this.#isHttps(context) ? "; Secure" : "";
    const age = value === undefined ? 0 : maxAgeSeconds;
    const end = age === undefined ? "" : `; Max-Age=${age}`;
    return `${this.#getName(context)}=${value ?? ""}; ${FLAGS}${secure}${end}`;
  }

  #getName(context: RequestContext): string {
    const { name } = this.#options;
    return this.#isHttps(context) ? `__Host-${name}` : name;
  }

  #isHttps({ origin }: RequestContext): boolean {
    return (this.#options.publicUrl ?? origin).startsWith("https:");
  }
}
