import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { FieldGroup } from '../../clients/browser/src/index.ts';
import { type Fields, goodCard } from './card-fields.ts';

export type Field = keyof Fields;

declare global {
  interface Window {
    group: FieldGroup;
    elements: Record<string, ReturnType<FieldGroup['create']>>;
  }
}

export const allFields: readonly Field[] = ['number', 'expiry', 'cvc', 'name'];

/**
 * A merchant's page with each field in a place of its own, and what the fields and the group tell: `window.events`. `window.card` is the group, there once
 * every field is ready.
 */
export const groupPage = (
  service: string,
  fields: readonly Field[] = allFields,
  options: object = {},
): string => `<!doctype html>
<html lang="en"><title>Merchant</title><main><h1>Merchant</h1><button>Before</button>
${fields.map((field) => `<div id="${field}"></div>`).join('\n')}
<button>After</button></main>
<script type="module">
import { loadFields } from '${service}/fields/v1/loader.js';
window.events = [];
const fields = await loadFields('${service}');
const group = fields.group(${JSON.stringify(options)});
window.loadFields = loadFields;
window.group = group;
window.elements = {};
const waiting = new Set(${JSON.stringify(fields)});
group.on('change', (change) => window.events.push(['change', change]));
for (const field of [...waiting]) {
  const element = group.create(field);
  for (const name of ['focus', 'blur', 'submit', 'loaderror']) element.on(name, () => window.events.push([name, field]));
  element.on('ready', () => {
    window.events.push(['ready', field]);
    if (waiting.delete(field) && waiting.size === 0) window.card = group;
  });
  window.elements[field] = element.mount('#' + field);
}
</script></html>`;

/** The frame of one field; `place`: what is around it. */
export const fieldFrame = (page: Page, field: Field, place = `#${field}`): FrameLocator =>
  page.frameLocator(`${place} iframe`);

export const fieldInput = (page: Page, field: Field, place?: string): Locator =>
  fieldFrame(page, field, place).locator(`#${field}`);

/** Types into each of these fields as a person would. */
export const typeFields = async (page: Page, card: Partial<Fields> = goodCard): Promise<void> => {
  for (const field of allFields) {
    const value = card[field];
    if (value === undefined) continue;
    await fieldInput(page, field).fill('');
    await fieldInput(page, field).pressSequentially(value);
  }
};

/** What the frame of a field was told in its address. */
export const invitationOf = (page: Page, field: Field) =>
  page.evaluate((place) => {
    const { hash } = new URL(document.querySelector<HTMLIFrameElement>(`${place} iframe`)?.src ?? '');
    return JSON.parse(decodeURIComponent(hash.slice(1))) as {
      readonly origin: string;
      readonly nonce: string;
      readonly part: { readonly field: string; readonly group: string };
    };
  }, `#${field}`);
