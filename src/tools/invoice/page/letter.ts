import { type Html, html } from "../../../lib/text/html.ts";
import type { LetterTexts } from "../display/letter.ts";

/** Renders the text in an envelope's window: the sender's line and the recipient. */
export function renderWindow({ sender, recipient }: LetterTexts): Html {
  return html`<section class="party window">
    <p class="user sender" dir="auto">${sender}</p>
    <address>
      ${recipient.map((line) => html`<span class="user" dir="auto">${line}</span> `)}
    </address>
  </section>`;
}
