import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { RoutingRule } from '../../../lib/types/routing.ts';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { apiClient, type Client, card, type Request, type Session } from '../service/api-client.ts';
import { readTables } from '../service/read-tables.ts';
import { rule } from '../service/rules-of.ts';
import { type Service, startService } from '../service/start-service.ts';
import { until } from '../service/until.ts';
import { collect } from './collect.ts';

/**
 * The router as a process of its own, its vault as another, the PSPs and the customer here. Cards go from here to the vault, and from there to the PSPs.
 * Whatever the router's process receives, sends, writes or holds is searched for them.
 */
const takers = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
type Taker = (typeof takers)[number];

/** Tried after this one. Checkout.com takes no card without a security code. */
const second: Readonly<Record<Taker, Taker>> = {
  stripe: 'paypal',
  adyen: 'stripe',
  checkout_com: 'adyen',
  paypal: 'stripe',
};

/** A number that is in no list of test cards, with a right check digit; of it only the first six and the last four digits may be seen. */
const canary = '4319827604539175';
const cvc = '862';
const inClear = '5200828282828210';

/** Ten of its digits in a row, wherever they begin, and the whole of it otherwise spelled. */
const tracesOf = (number: string): readonly string[] => [
  ...Array.from({ length: number.length - 9 }, (_, from) => number.slice(from, from + 10)),
  ...['-', ' ', '.', '%20', '+'].map((between) => number.replace(/(\d{4})(?=\d)/g, `$1${between}`)),
  Buffer.from(number).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from('x'.repeat(shift) + number)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, 20),
  ),
];

const folder = mkdtempSync(join(tmpdir(), 'canary-'));
const tee = join(folder, 'bytes');
let simulators: PspSimulators;
let service: Service;
let client: Client;
beforeAll(async () => {
  simulators = await startPspSimulators();
  service = await startService({
    rules: {
      rules: Object.fromEntries(takers.map((psp) => [psp, { ...ruleOf(psp), version: 1, created: 1 }])),
    },
    nodeArguments: [
      '--import',
      join(import.meta.dirname, 'programs/tee-sockets.ts'),
      '--heapsnapshot-signal=SIGUSR2',
      `--diagnostic-dir=${folder}`,
      '--heap-snapshot-string-limit=1000000',
    ],
    environment: {
      TEE_FILE: tee,
      ...Object.fromEntries(
        Object.entries(simulators.urls).map(([psp, url]) => [`PSP_${psp.toUpperCase()}_BASE_URL`, url]),
      ),
    },
  });
  simulators.setWebhookTarget(service.base_url);
  client = apiClient(service);
});
afterEach(async () => {
  for (const psp of takers) await fault(psp, { kind: 'ok' });
});
afterAll(async () => {
  await service?.stop();
  await simulators?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ruleOf = (psp: Taker): RoutingRule => {
  const given = rule(psp, { [psp]: 1, [second[psp]]: 0 });
  return { ...given, failover: { ...given.failover, on: [...given.failover.on, 'do_not_honor'] } };
};

const fault = async (psp: Taker, body: object): Promise<void> => {
  const answer = await fetch(`${simulators.admin}/psps/${psp}/faults`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

const read = async (id: string, request: Request = {}): Promise<Session> => {
  const { status, body, text } = await until(
    () => client.session(id, request),
    (answer) => answer.status !== 503,
  );
  if (status !== 200) throw new Error(`not read: ${status} ${text}`);
  return body;
};

/** A confirm that a busy machine answers with 503 may have begun a payment, so a new session is paid instead. */
const pay = async (psp: Taker, tries = 5): Promise<Session> => {
  const { body: opened } = await client.create({ routing_rule: psp });
  const own = { token: opened.client_secret };
  const { vault } = (await read(opened.id, own)) as Session & {
    readonly vault: { readonly url: string; readonly grant: string };
  };
  const method = await collect(vault, { number: canary, cvc });
  const { status, body, text } = await client.confirm(opened.id, method, own);
  if (status === 200) return body;
  if (status !== 503 || tries === 1) throw new Error(`not paid at ${psp}: ${status} ${text}`);
  process.stderr.write(`a new session is paid, after ${status} ${text}\n`);
  return pay(psp, tries - 1);
};

const triedBy = async ({ id }: Session) => (await read(id)).routing.attempts.map(({ psp }) => psp);

/** A plain no, in each PSP's own code. */
const refusals: Readonly<Record<Taker, string>> = {
  stripe: 'generic_decline',
  adyen: '2',
  checkout_com: '20005',
  paypal: '0500',
};

/** What the router's process holds now. */
const snapshot = async (): Promise<Buffer> => {
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  const before = files();
  process.kill(service.pid, 'SIGUSR2');
  const path = await until(
    async () => {
      const name = files().find((candidate) => !before.includes(candidate));
      return name !== undefined && isWhole(join(folder, name)) ? join(folder, name) : undefined;
    },
    (found) => found !== undefined,
  );
  return readFileSync(path ?? '');
};

/** A snapshot is one JSON object, which ends with its list of strings. */
const isWhole = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const end = Buffer.alloc(8);
    readSync(file, end, 0, end.length, Math.max(0, fstatSync(file).size - end.length));
    return /"\s*\]\s*\}\s*$/.test(end.toString('latin1').replaceAll('\0', ''));
  } finally {
    closeSync(file);
  }
};

const found = (bytes: Buffer, traces: readonly string[]) => traces.filter((trace) => bytes.includes(trace));

test('no card paid through the vault leaves a trace in the router, whatever happens to it at whichever PSP', async () => {
  for (const psp of takers) {
    expect((await pay(psp)).payment_status).toBe('paid');
    await fault(psp, { kind: 'down' });
    const out = await pay(psp);
    expect([out.payment_status, await triedBy(out)]).toEqual(['paid', [psp, second[psp]]]);
    await fault(psp, { kind: 'decline', code: refusals[psp] });
    const declined = await pay(psp);
    expect([declined.payment_status, await triedBy(declined)]).toEqual(['paid', [psp, second[psp]]]);
    await fault(psp, { kind: 'html', only: 'authorize' });
    await pay(psp);
    await fault(psp, { kind: 'ok' });
  }
  const books = await Promise.all(
    takers.map(async (psp) => (await fetch(`${simulators.admin}/psps/${psp}/ledger`)).text()),
  );
  // The PSPs did get it.
  for (const book of books) expect(book).toContain(canary.slice(-4));

  const wire = readFileSync(tee);
  const held = await snapshot();
  const stored = Buffer.from(JSON.stringify(await readTables(service)));
  const logged = Buffer.from(service.output());
  const traces = tracesOf(canary);
  for (const [where, bytes] of Object.entries({ wire, held, stored, logged }))
    expect([where, found(bytes, traces)]).toEqual([where, []]);
  for (const bytes of [wire, stored, logged])
    for (const code of [`"${cvc}"`, `cvc%5D=${cvc}`, `cvc]=${cvc}`]) expect(bytes.includes(code)).toBe(false);

  // All of it was looked at: what may be seen is seen, and a card that is sent to the router itself is found.
  expect(wire.includes('__vault.ch_')).toBe(true);
  expect(wire.includes('"vr_')).toBe(true);
  expect(stored.includes('"vt_')).toBe(true);
  expect(held.includes('payment_method.card')).toBe(true);
  const { body: opened } = await client.create({ routing_rule: 'stripe' });
  await client.confirm(opened.id, card({ number: inClear }));
  expect(found(readFileSync(tee), tracesOf(inClear))).toContain(inClear.slice(0, 10));
});
