import type { JSX } from "preact";

/** A new secret, which is shown once. */
export function NewKey({ name, secret }: { name: string; secret: string }): JSX.Element {
  return (
    <section class="panel new-key" role="status">
      <h2>The key of {name}</h2>
      <p>Copy it now: it is not shown again.</p>
      <p class="secret">
        <code id="new-key">{secret}</code>
        <button type="button" class="button scripted" data-copy="new-key">
          Copy
        </button>
      </p>
    </section>
  );
}
