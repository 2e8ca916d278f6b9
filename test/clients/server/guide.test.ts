import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Client, createClient } from '../../../clients/server/src/index.ts';
import * as routeTable from '../../../lib/http/routes.ts';
import { root } from '../../integration/local/run-program.ts';
import { operationAt } from './operation-at.ts';

const { routes: _, ...named } = routeTable;
const routes: Readonly<Record<string, routeTable.Route>> = named;

/** `charges.retrieve(id)` and the scope in whose row of the guide it is. */
type Row = { readonly name: string; readonly inputs: readonly string[]; readonly scope: string };

const [, table = ''] = readFileSync(join(root, 'docs/server-library.md'), 'utf8').split(
  '\n## Every method\n',
);

const rows: readonly Row[] = [...table.matchAll(/^\| (.*) \| (`.*\)`) \|$/gm)].flatMap(
  ([, scope = '', methods = '']) =>
    [...methods.matchAll(/`([\w.]+)\((.*?)\)`/g)].map(([, name = '', inputs = '']) => ({
      name,
      inputs: inputs === '' ? [] : inputs.split(', '),
      scope,
    })),
);

const namesIn = (part: object, path: readonly string[] = []): readonly string[] =>
  Object.entries(part).flatMap(([name, inner]) =>
    typeof inner === 'function' ? [[...path, name].join('.')] : namesIn(inner, [...path, name]),
  );

type Method = (...given: readonly unknown[]) => Promise<unknown>;
const methodOf = (client: Client, name: string): Method =>
  name
    .split('.')
    .reduce((part: unknown, key) => (part as Readonly<Record<string, unknown>>)[key], client) as Method;

const examples: Readonly<Record<string, unknown>> = {
  id: 'a',
  name: 'default',
  version: 3,
  body: {},
  query: {},
};

/** What a method sends, when it gets what the guide says, in the guide's order. */
const sentBy = async ({
  name,
  inputs,
}: Row): Promise<{ readonly operation: string; readonly key?: string }> => {
  const sent: { operation: string; key?: string }[] = [];
  const fetch = async (
    url: string | URL | globalThis.Request,
    { method = '', headers }: RequestInit = {},
  ) => {
    const key = new Headers(headers).get('idempotency-key');
    sent.push({
      operation: operationAt(method, new URL(String(url)).pathname),
      ...(key !== null && { key }),
    });
    return new Response('{}');
  };
  const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_a', fetch });
  const call = (options: object) =>
    methodOf(client, name)(...inputs.map((input) => examples[input.replace('?', '')]), options);
  // A method that takes no idempotency key rejects the option before it sends anything.
  await call({ idempotencyKey: 'guide' }).catch(() => undefined);
  if (sent.length === 0) await call({ deadlineMs: 1_000 }).catch(() => undefined);
  const [first, ...others] = sent;
  if (!first || others.length > 0) throw new Error(`${name} sent ${sent.length} requests`);
  return first;
};

const offline = ['webhooks.verify', 'webhooks.sign', 'rawRequest'];
const calls = rows.filter(({ name }) => !offline.includes(name));

test('the guide lists every method of a client, and no other', () => {
  const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_a' });
  expect(rows.map(({ name }) => name).sort()).toEqual([...namesIn(client)].sort());
});

test.each(calls.map((row) => [row.name, row] as const))(
  '%s takes what the guide says, then options, and needs the scope that it says',
  async (_, row) => {
    const { operation, key } = await sentBy(row);
    const route = routes[operation];
    expect(row.scope).toBe(route?.token === 'any' ? 'any valid token' : `\`${route?.scope}\``);
    expect(key).toBe(route?.method === 'GET' ? undefined : 'guide');
  },
);
