import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../lib/runtime/transport.ts';
import { passesLuhn } from '../../lib/types/card-number.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';
import { type Recording, recordExchanges, testCard } from '../../local/commands/record-exchanges.ts';
import { scrubber } from '../../local/commands/scrub.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import type { PspSubject } from './psp-subject.ts';
import { subjects } from './subjects.ts';

const all = Object.values(subjects);
const folder = join(import.meta.dirname, 'recorded');

const methodOf = (subject: PspSubject) =>
  subject.adapter.capabilities.card
    ? testCard
    : ({ type: 'psp_token', psp: subject.name, token: secret(subject.psp_token) } as const);

/** A PSP that says what was recorded: each answer once, to the call it was given to. */
const replaying = ({ steps, host }: Recording): HttpTransport => {
  const left = steps.flatMap(({ exchanges }) => exchanges);
  return async ({ method, url }) => {
    const at = left.findIndex((exchange) => exchange.method === method && url.endsWith(exchange.path));
    const [exchange] = at < 0 ? [] : left.splice(at, 1);
    if (!exchange) throw new Error(`the recording of ${host} has no ${method} ${url}`);
    if (exchange.status === 0) return { kind: 'lost', doubt: 'timeout', cause: exchange.body };
    return { kind: 'answered', status: exchange.status, headers: {}, body: exchange.body };
  };
};

/** What the adapter makes of a recording today. */
const replay = (recording: Recording, subject: PspSubject): Promise<Recording> =>
  recordExchanges({
    psp: recording.psp,
    adapter: subject.adapter,
    base_url: `https://${recording.host}`,
    settings: recording.settings,
    credentials: { api_key: 'client-of-nobody:secret-of-nobody', webhook_secrets: [] },
    http: replaying(recording),
    now: () => recording.at,
    payment_method: methodOf(subject),
  });

describe('a recording', () => {
  let simulators: PspSimulators;
  beforeAll(async () => {
    simulators = await startPspSimulators();
  });
  afterAll(() => simulators.close());

  const record = (subject: PspSubject, http: HttpTransport = createTransport()) => {
    const { settings, ...credentials } = simulators.credentials[subject.name] ?? never();
    return recordExchanges({
      psp: subject.name,
      adapter: subject.adapter,
      base_url: simulators.urls[subject.name] ?? '',
      settings,
      credentials,
      http,
      now: Date.now,
      payment_method: methodOf(subject),
    });
  };

  test.each(all.map((subject) => [subject.name, subject] as const))(
    'of %s is replayed to the same outcomes, by the same calls',
    async (_, subject) => {
      const recording = await record(subject);
      expect(recording.steps.map(({ outcome }) => outcome)).toEqual(
        expect.arrayContaining(['captured', 'approved']),
      );
      const path = new URL(simulators.urls[subject.name] ?? '').pathname.replace(/\/$/, '');
      const replayed = await replay({ ...recording, host: `${recording.host}${path}` }, subject);
      expect(replayed.steps).toEqual(recording.steps);
    },
  );

  test.each(all.map((subject) => [subject.name, subject] as const))(
    'of %s holds no key and no card number, whatever the PSP echoes',
    async (_, subject) => {
      const { api_key, webhook_secrets } = simulators.credentials[subject.name] ?? never();
      const http = createTransport();
      const echoing: HttpTransport = async (request) => {
        const answer = await http(request);
        if (answer.kind !== 'answered' || !answer.body.startsWith('{')) return answer;
        const echo = {
          key: api_key,
          secrets: webhook_secrets,
          pan: '4111 1111 1111 1111',
          sent: request.body,
        };
        return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), echo }) };
      };
      // A time in milliseconds has as many digits as a short card number, and one in ten of them passes Luhn.
      const { at: _time, ...recording } = await record(subject, echoing);
      const text = JSON.stringify(recording);
      for (const word of [...api_key.split(':'), ...webhook_secrets, '4111111111111111', '4111 1111'])
        expect(text).not.toContain(word);
      for (const digits of text.match(/(?<![\w.])\d{12,19}(?![\w.])/g) ?? [])
        expect([digits, passesLuhn(digits)]).toEqual([digits, false]);
      expect(text).not.toMatch(/"access_token\\?":\\?"[^[]/);
    },
  );
});

test('scrubbing knows keys by their form, leaves ids alone, and is done once', () => {
  const scrub = scrubber(['a-secret-of-ours']);
  const key = ['sk', 'live', 'abcdefghijklmnop'].join('_');
  const text = `{"a":"${key}","b":"a-secret-of-ours","access_token":"A21AAxyzxyzxyzxyz","id":"pi_3abc","n":4111111111111111,"s":"pi_3abc_secret_x1"}`;
  const scrubbed = scrub(text);
  expect(JSON.parse(scrubbed)).toEqual({
    a: '[scrubbed]',
    b: '[scrubbed]',
    access_token: '[scrubbed]',
    id: 'pi_3abc',
    n: 1000000000000000,
    s: '[scrubbed]',
  });
  expect(scrub(scrubbed)).toBe(scrubbed);
});

/** `npm run record -- <psp>` adds one; no account was at hand yet. */
const kept = existsSync(folder) ? globSync('*.json', { cwd: folder }) : [];
for (const file of kept)
  test(`${file}, recorded from a sandbox account, is read as it was`, async () => {
    const recording: Recording = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const subject = all.find(({ name }) => name === recording.psp) ?? never();
    expect((await replay(recording, subject)).steps).toEqual(recording.steps);
  });

function never(): never {
  throw new Error('there is no such PSP');
}
