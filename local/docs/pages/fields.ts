import type { JsonSchema } from '../openapi/open-api-document.ts';
import { escapeHtml, inline } from './html.ts';

/** The fields of a schema as a list: name, type, meaning. Other schemas are links. Requests mark required fields, answers optional ones. */
export const fields = ({ properties = {}, required = [] }: JsonSchema, mark: Mark): string => {
  const entries = Object.entries(properties).map(([name, schema]) =>
    field(name, schema, required.includes(name) === (mark === 'required'), mark),
  );
  return `<dl class="fields">${entries.join('')}</dl>`;
};

/** Which fields are marked. */
export type Mark = 'required' | 'optional';

const field = (name: string, schema: JsonSchema, isMarked: boolean, mark: Mark): string => {
  const standard =
    schema.default === undefined
      ? ''
      : ` · default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`;
  return `<div><dt><code>${escapeHtml(name)}</code>${isMarked ? `<em class="${mark}">${mark}</em>` : ''}<span>${typeOf(schema)}${standard}</span></dt>
<dd>${inline(schema.description ?? '')}${values(schema)}${schema.properties ? fields(schema, mark) : ''}</dd></div>`;
};

/** The type in words, linked if it is a schema of its own. */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (Array.isArray(schema.type)) return [...schema.type].join(' or ') + bounds(schema);
  if (schema.prefixItems) return `list of ${schema.prefixItems.map(typeOf).join(' and ')}`;
  if (schema.type === 'array') return `list of ${typeOf(schema.items || {})}${bounds(schema)}`;
  if (typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties)}s`;
  return `${schema.enum ? 'one of these' : escapeHtml(String(schema.type ?? 'anything'))}${bounds(schema)}`;
};

const schemaLink = (reference: string): string => {
  const name = reference.replace('#/components/schemas/', '');
  return `<a href="/docs#${name}">${name}</a>`;
};

const bounds = ({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string => {
  const largest = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  return (
    range(least, largest, '') +
    range(minLength, maxLength, ' characters') +
    range(minItems, maxItems, ' entries')
  );
};

const range = (from: number | undefined, to: number | undefined, unit: string): string => {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `, at most ${to}${unit}`;
  return to === undefined ? `, at least ${from}${unit}` : `, ${from} to ${to}${unit}`;
};

const shownAtOnce = 24;

/** The values of a closed list; a long one unfolds. */
export const values = (schema: JsonSchema): string => {
  const listed = schema.enum ?? (schema.items || undefined)?.enum ?? [];
  if (listed.length === 0) return '';
  const list = `<p class="values">${listed.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')}</p>`;
  return listed.length <= shownAtOnce
    ? list
    : `<details><summary>${listed.length} values</summary>${list}</details>`;
};
