import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { caller } from '../../../clients/console/src/caller.ts';
import { type PaymentState, readPaymentHistory } from '../../../clients/console/src/payment-story.ts';
import type { Caller } from '../../../clients/server/src/generated/api-types.ts';

const created = 1_800_000_000;
const day_s = 86_400;
const later = created + 3 * day_s;

/** Each with the fields that its list filters by. */
const lists: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>> = {
  '/v1/events': [
    { id: 'evt_held', type: 'checkout.session.authorized', object: 'cs_1', created },
    { id: 'evt_taken', type: 'charge.captured', object: 'ch_1', created: later },
    { id: 'evt_released', type: 'charge.canceled', object: 'ch_2', created: later },
    { id: 'evt_let_go', type: 'charge.canceled', object: 'ch_4', created: created + 60 },
    { id: 'evt_ended', type: 'checkout.session.expired', object: 'cs_1', created: created + 5_000 },
  ],
  '/v1/audit': [
    { id: 'aud_taken', action: 'charge.capture', target: 'ch_1', created: later },
    { id: 'aud_released', action: 'charge.cancel', target: 'ch_2', created: later },
    { id: 'aud_let_go', action: 'charge.cancel', target: 'ch_4', created: created + 60 },
    { id: 'aud_ended', action: 'checkout_session.expire', target: 'cs_1', created: created + 5_000 },
  ],
};

/** The rows that a question asks for, newest first. */
const answer = (address: string): object => {
  const { pathname, searchParams } = new URL(address, 'https://console.example');
  const {
    limit = 20,
    'created[gte]': gte = 0,
    'created[lte]': lte = Infinity,
    ...equal
  } = Object.fromEntries(searchParams);
  const data = (lists[pathname] ?? [])
    .filter((row) => Number(row.created) >= Number(gte) && Number(row.created) <= Number(lte))
    .filter((row) => Object.entries(equal).every(([name, value]) => row[name] === value));
  return { object: 'list', data: data.slice(-Number(limit)).reverse() };
};

const { fetch } = globalThis;
beforeEach(() => {
  caller.value = { scopes: ['events:read', 'audit:read'] } as unknown as Caller;
  globalThis.fetch = async (address) => Response.json(answer(String(address)));
});
afterEach(() => {
  caller.value = undefined;
  globalThis.fetch = fetch;
});

const historyOf = async (session: object, charge: object): Promise<readonly string[]> => {
  const known = { refunds: [], disputes: [], decisions: [], steps: [], captured_at: null, created };
  const state = {
    session: { id: 'cs_1', created, expires_at: created + day_s, routing: { attempts: [] }, ...session },
    charges: [{ ...known, ...charge }],
  } as unknown as PaymentState;
  const { events, entries } = await readPaymentHistory(state, new AbortController().signal);
  return [...events, ...entries].map(({ id }) => id);
};

test.each([
  [
    'captured days later',
    { status: 'complete' },
    { id: 'ch_1', status: 'captured', captured_at: later },
    ['evt_held', 'evt_taken', 'aud_taken'],
  ],
  [
    'released days later',
    { status: 'complete' },
    { id: 'ch_2', status: 'canceled' },
    ['evt_held', 'evt_released', 'aud_released'],
  ],
  [
    'released at once',
    { status: 'complete' },
    { id: 'ch_4', status: 'canceled' },
    ['evt_held', 'evt_let_go', 'aud_let_go'],
  ],
  [
    'ended after an hour',
    { status: 'expired' },
    { id: 'ch_3', status: 'failed' },
    ['evt_held', 'evt_ended', 'aud_ended'],
  ],
])('what was %s has its event, and who did it, each once', async (_, session, charge, ids) =>
  expect(await historyOf(session, charge)).toEqual(ids),
);
