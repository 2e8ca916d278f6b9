import { errorCodes } from '../../../lib/types/error-codes.ts';
import type { PlayedExample } from '../examples/examples.ts';
import type { OpenApiDocument } from '../openapi/open-api-document.ts';
import type { RouteOperation } from '../openapi/route-operations.ts';
import { fields } from './fields.ts';
import { escapeHtml, inline, paragraphs } from './html.ts';
import { jsonHtml } from './json-html.ts';

/** One operation: its effect, parameters and answers on one side, real calls and answers on the other. */
export const operationSection = (
  operation: RouteOperation,
  examples: readonly PlayedExample[],
  { components }: OpenApiDocument,
): string => {
  const { id, route, text } = operation;
  const body = text.body === undefined ? undefined : components.schemas[text.body.name];
  return `<section id="${id}" class="operation"><div class="words">
<h3>${escapeHtml(text.summary)}</h3>
<p class="line">${method(route.method)}<code>${path(route.path)}</code></p>
${paragraphs(text.description)}
<p class="needs">${needs(operation)}</p>
${parameters(operation)}
${body ? `<h4>Body</h4>${fields(body, 'required')}` : ''}
<h4>Answer</h4><p>${answer(operation)}</p>
${errors(operation)}
</div><div class="calls">${examples.map((example, index) => call(operation, example, index === 0)).join('')}</div></section>`;
};

export const method = (name: string): string => `<span class="method ${name.toLowerCase()}">${name}</span>`;

const path = (text: string): string =>
  escapeHtml(text)
    .replaceAll('/', '/<wbr>')
    .replace(/\{\w+\}/g, '<var>$&</var>');

const needs = ({ route: { token, scope } }: RouteOperation): string => {
  switch (token) {
    case 'none':
      return 'No token.';
    case 'api_key':
      return inline(`API key with the scope \`${scope}\`.`);
    case 'session_or_api_key':
      return inline(`API key with the scope \`${scope}\`, or the session's own \`client_secret\`.`);
    case 'link_or_api_key':
      return inline(`API key with the scope \`${scope}\`, or the payment link's own id.`);
    case 'any':
      return inline("Any API key, or a session's `client_secret`.");
    default:
      return token satisfies never;
  }
};

const parameters = ({ text: { path: placeholders = {}, query }, idempotent }: RouteOperation): string => {
  const reported = [
    ...Object.entries(placeholders).map(([name, meaning]) => entry(name, 'in the path', meaning)),
    ...Object.entries(query?.descriptions ?? {}).map(([name, meaning]) =>
      entry(name, 'in the query', meaning),
    ),
  ];
  const key = entry(
    'Idempotency-Key',
    'header',
    'Up to 255 visible ASCII characters. The same key and body get the same answer, and nothing is done twice.',
  );
  const all = idempotent ? [...reported, key] : reported;
  return all.length === 0 ? '' : `<h4>Parameters</h4><dl class="fields">${all.join('')}</dl>`;
};

const entry = (name: string, place: string, meaning: string): string =>
  `<div><dt><code>${name}</code><span>${place}</span></dt><dd>${inline(meaning)}</dd></div>`;

const answer = ({ route: { token }, text: { answers } }: RouteOperation): string => {
  if (answers === 'nothing') return '204, without a body.';
  if (answers === 'redirect') return '303, to an address from the session.';
  const [first = '', second] = answers.map((name) => `<a href="#${name}">${name}</a>`);
  return second === undefined
    ? `200 ${first}`
    : `200 ${first}, or ${second} under ${token === 'link_or_api_key' ? 'the link’s id' : 'a session token'}`;
};

const errors = ({ codes }: RouteOperation): string => {
  const byStatus = [...codes].sort((a, b) => errorCodes[a].status - errorCodes[b].status);
  const rows = byStatus.map(
    (code) =>
      `<li><span>${errorCodes[code].status}</span> <a href="/docs/errors#${code}"><code>${code}</code></a></li>`,
  );
  return `<details class="errors"><summary>Errors (${codes.length})</summary><ul>${rows.join('')}</ul></details>`;
};

const call = ({ route }: RouteOperation, example: PlayedExample, isOpen: boolean): string => {
  const target = route.path.replace(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? '');
  const query = new URLSearchParams(example.query).toString();
  const head = [
    query === ''
      ? `curl http://127.0.0.1:4000${target}`
      : `curl -g 'http://127.0.0.1:4000${target}?${decodeURIComponent(query)}'`,
    ...(example.token === 'none' ? [] : [`  -H "authorization: Bearer ${tokens[example.token]}"`]),
    ...(example.body ? [`  -H 'content-type: application/json'`] : []),
  ].map(escapeHtml);
  const data = example.body ? [`  -d '${jsonHtml(example.body)}'`] : [];
  return `<details${isOpen ? ' open' : ''}><summary>${inline(example.summary)}<span class="status s${Math.floor(example.status / 100)}">${example.status}</span></summary>
<pre tabindex="0" aria-label="Request">${[...head, ...data].join(' \\\n')}</pre><pre tabindex="0" aria-label="Answer">${jsonHtml(example.answer)}</pre></details>`;
};

const tokens = { api_key: '$API_KEY', session: '$CLIENT_SECRET', link: '$PAYMENT_LINK' } as const;
