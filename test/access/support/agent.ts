import assert from "node:assert/strict";

/** Follows redirects with cookies, as a browser does. Hosts of the map are reached elsewhere. */
export class Agent {
  readonly #hosts: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(hosts: Readonly<Record<string, string>>) {
    this.#hosts = hosts;
  }

  /** Follows redirects to a URL that begins with this text; resolves with the URL. */
  async follow(url: string, prefix: string): Promise<string> {
    for (let at = url; ;) {
      if (at.startsWith(prefix)) return at;
      const location = (await this.fetch(at)).headers.get("location");
      assert.ok(location !== null, `${at} redirects`);
      at = new URL(location, at).href;
    }
  }

  /** Opens a page: follows redirects, and resolves with the last response and its URL. */
  async open(url: string): Promise<{ response: Response; url: string; visited: string[] }> {
    const visited = [url];
    for (let at = url; visited.length < 20;) {
      const response = await this.fetch(at);
      const location = response.headers.get("location");
      if (location === null) return { response, url: at, visited };
      at = new URL(location, at).href;
      visited.push(at);
    }
    throw new assert.AssertionError({ message: `too many redirects: ${visited.join(" ")}` });
  }

  /** Sends one request with the cookies of its host. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url.replace(origin, this.#hosts[origin] ?? origin), {
      ...init,
      redirect: "manual",
      headers: { accept: "text/html", ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Returns the value of a cookie. */
  getCookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }
}
