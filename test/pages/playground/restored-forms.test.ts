import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import type { Field } from "#src/web/form/field.js";
import { toInput } from "#src/web/form/input.js";
import { formatLabel } from "#src/web/form/label.js";
import { parseText, toText, type Values } from "#src/web/form/values.js";
import type { PlaygroundProps } from "#src/web/tool/use-playground.js";
import { noBrowser } from "../../support/browser.ts";
import { eventually } from "../../support/eventually.ts";
import { type Pages, startPages } from "../support/pages.ts";

/**
 * Returns a value for every field that is not its default. Most are valid, so that controls take
 * them as they are.
 */
function fillFields(fields: readonly Field[], path = ""): Values {
  return Object.assign({}, ...fields.map((field) => fillField(field, path + field.name))) as Values;
}

function fillField(field: Field, path: string): Values {
  const { kind, fields, item, options = [], initial, start = initial, sensitive, widget } = field;
  // Secrets are not stored, and hidden fields have no control.
  if (sensitive || kind === "record" || field.file || widget === "hidden") return {};
  if (kind === "object") return fillFields(fields ?? [], `${path}.`);
  if (kind === "list") return item ? fillField(toRow(item), `${path}.0`) : {};
  if (kind === "choice") return { [path]: options.findLast((option) => option !== start) ?? "" };
  if (kind === "boolean") return { [path]: String(start !== "true") };
  const samples: Partial<Record<Field["kind"], string>> = {
    number: "7",
    numberOrText: "7",
    date: "2031-02-03",
    color: "#123456",
  };
  return { [path]: samples[kind] ?? "TEXT" };
}

/** Returns an entry of a list with the members that a row shows. */
function toRow(item: Field): Field {
  const fields = item.fields?.filter(({ advanced }) => !advanced);
  return { ...item, name: "", ...(fields && { fields }) };
}

/** Reads what the form of a page shows, as a browser without scripts would post it. */
async function readShownForm(page: Page): Promise<Values> {
  const text = await page.evaluate(
    `new URLSearchParams(new FormData(document.querySelector("#tool-form"))).toString()`,
  );
  return parseText(String(text));
}

describe("a form that the device remembers", { skip: noBrowser, timeout: 300_000 }, () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({ OFFLINE: "true" });
  });
  after(() => pages.stop());

  it("every tool shows after a reload the values that it sends, for every field", async () => {
    for (const path of await pages.listTools()) {
      const context = await pages.browser.newContext();
      const { page } = await pages.open(path, context);
      const props = await page.locator("#playground-props").textContent();
      const { view } = JSON.parse(props ?? "") as PlaygroundProps;
      const fields = [...view.fields, ...view.query];
      const stored = fillFields(fields);
      await page.evaluate(
        `localStorage.setItem("sundry:form:${view.name}", ${JSON.stringify(toText(stored))})`,
      );
      await page.close();
      const { page: later } = await pages.open(path, context);
      // Every list of options, also those inside others.
      await later.evaluate(
        `for (const details of document.querySelectorAll("#tool-form details")) details.open = true`,
      );
      await eventually(async () => {
        const shown = await readShownForm(later);
        const kept = await later.evaluate<Values>("history.state.values");
        const missing = Object.entries(stored).filter(([name, text]) => kept[name] !== text);
        assert.deepEqual(missing, [], `${path}: not restored`);
        const wrong = Object.entries(shown).filter(
          // Without what only the page has, such as the question of the profit calculator.
          ([name, text]) => text !== (kept[name] ?? "") && formatLabel(fields, name) !== undefined,
        );
        assert.deepEqual(wrong, [], `${path}: shown otherwise`);
        assert.deepEqual(toInput(view.fields, shown), toInput(view.fields, kept), path);
      });
      await context.close();
    }
  });
});
