import { type ComponentType, hydrate, type JSX, render } from "preact";

/** Props of what is shown while a part is loaded. */
export interface WaitingProps {
  /** Loads the part again; undefined unless that failed. */
  retry: (() => Promise<void>) | undefined;
}

export interface PartOptions {
  /**
   * `start` loads the script right after hydration, `use` once the part is used or has other props
   * than on the server. Default: `start`.
   */
  loadOn?: "start" | "use";
  /** Shown while a part that the server did not render is loaded. Default: nothing. */
  Waiting?: ComponentType<WaitingProps>;
  /** Events anywhere on the page that load the script early. Default: none. */
  preloadOn?: readonly string[];
  /** True: the server leaves the part empty. */
  isBrowserOnly?: boolean;
}

/** The script of a part, which all its elements share. */
export interface PartScript<P extends object> {
  Component?: ComponentType<P>;
  /** Sets `Component`. Tries again after a failure. */
  load(): Promise<void>;
}

export interface PartElement<P extends object> {
  /** Shows the part with these props, once it is loaded. */
  update(host: HTMLElement | null, props: P): void;
  /** Loads a part that the server rendered. */
  use(): void;
  /** As `use`. Presses the button again when its script has loaded. */
  press(event: Event): void;
  /** As `use`. Reports the choice of a control again when its script has loaded. */
  change(event: Event): void;
  remove(): void;
}

/**
 * Creates an element of a part, which loads the script when it is needed and renders the part.
 * `first` are the props that the server rendered it with.
 */
export function createPartElement<P extends object>(
  script: PartScript<P>,
  { loadOn, Waiting }: PartOptions,
  first: P,
): PartElement<P> {
  let state: "server" | "empty" | "loading" | "failed" | "mounted" = "server";
  let latest = first;
  let host: HTMLElement | null = null;
  let pressed: HTMLElement | null = null;
  let changed: EventTarget | null = null;
  const draw = (content: JSX.Element | null) => host && render(content, host);
  const drawPart = () => script.Component && draw(<script.Component {...latest} />);
  const mount = async (): Promise<void> => {
    const before = state;
    if (before === "loading" || before === "mounted") return;
    state = "loading";
    const Placeholder = before === "server" ? undefined : Waiting;
    try {
      if (!script.Component && Placeholder) draw(<Placeholder retry={undefined} />);
      await script.load();
    } catch {
      // The next use or change of the part tries again, unless it shows a button for that.
      state = Placeholder ? "failed" : before;
      pressed = changed = null;
      if (Placeholder) draw(<Placeholder retry={mount} />);
      return;
    }
    state = "mounted";
    if (before === "server") hydratePart(script, host, first);
    if (before !== "server" || !isSame(first, latest)) drawPart();
    repeatEvents(pressed, changed);
  };
  // One that is empty is loaded already, or has a button to try again.
  const use = () => void (state === "server" && mount());
  return {
    update(element, props) {
      host = element;
      latest = props;
      if (state === "server" && !host?.hasChildNodes()) state = "empty";
      const isNeeded = loadOn !== "use" || state === "empty" || !isSame(first, latest);
      if (state === "mounted") drawPart();
      else if (state !== "failed" && isNeeded) void mount();
    },
    use,
    press({ target }) {
      use();
      if (state === "loading") pressed = (target as Element).closest("button");
    },
    change({ target }) {
      use();
      if (state === "loading") changed = target;
    },
    remove: () => void draw(null),
  };
}

/**
 * Takes over what the server rendered, with the server's props, because hydration does not compare
 * elements.
 */
function hydratePart<P extends object>(
  { Component }: PartScript<P>,
  host: HTMLElement | null,
  first: P,
): void {
  if (!host || !Component) return;
  hydrate(<Component {...first} />, host);
  host.removeAttribute("data-awaits-script");
}

/** Repeats the press and the choice that a part missed while it was loaded. */
function repeatEvents(pressed: HTMLElement | null, changed: EventTarget | null): void {
  pressed?.click();
  for (const type of ["input", "change"])
    changed?.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * Returns true when no property differs. A part has the same names of properties in every render.
 */
function isSame<P extends object>(a: P, b: P): boolean {
  return Object.keys(a).every((name) => a[name as keyof P] === b[name as keyof P]);
}
