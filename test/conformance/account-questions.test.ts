import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventsRead } from '../../lib/psp/checkout_com/webhooks.ts';
import { examiners } from '../../lib/psp/examiners.ts';
import * as registry from '../../lib/psp/registry.ts';
import { examineAccounts } from '../../lib/runtime/examine-accounts.ts';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { readSpec } from '../tools/specs.ts';
import { type Changed, examineSimulated, here } from './examine-simulated.ts';
import { type Paths, specification } from './specification.ts';
import { subjects } from './subjects.ts';

type Psp = keyof typeof examiners;
const psps = Object.keys(examiners) as readonly Psp[];
let simulators: PspSimulators;
beforeAll(async () => {
  simulators = await startPspSimulators();
});
afterAll(() => simulators.close());

const examine = (psp: Psp, changed: Changed = {}) => examineSimulated(simulators, psp, changed);

const never = (psp: string): never => {
  throw new Error(`no simulator of ${psp}`);
};

const answering =
  (part: string, status: number, body: unknown) =>
  (request: HttpRequest, answer: HttpResponse): HttpResponse =>
    request.url.includes(part)
      ? { kind: 'answered', status, headers: {}, body: JSON.stringify(body) }
      : answer;

describe('what the doctor asks a PSP', () => {
  test('is written for every PSP', () => {
    expect(psps.toSorted()).toEqual(Object.keys(registry).toSorted());
  });

  test.each(psps)('%s: is in its official document, or described by hand', async (psp) => {
    simulators.setWebhookTarget(here);
    const document = readSpec(subjects[psp].specification.document);
    if (document === undefined) return;
    const { exchanges } = await examine(psp);
    expect(exchanges.length).toBeGreaterThan(1);
    const base_url = simulators.urls[psp] ?? '';
    const { paths } = document as { readonly paths: Paths };
    const byHand = subjects[psp].examination.paths;
    for (const path of Object.keys(byHand)) expect(paths).not.toHaveProperty([path]);
    const described = specification(document, base_url, byHand);
    // Another address of the same PSP's: Adyen's Management API.
    const elsewhere = specification({ paths: {} }, new URL(base_url).origin, byHand);
    for (const { request, answer } of exchanges) {
      const of = request.url.startsWith(`${base_url}/`) ? described : elsewhere;
      expect({ url: request.url, problems: of.requestProblems(request) }).toEqual({
        url: request.url,
        problems: [],
      });
      if (answer.kind === 'answered' && answer.status === 200)
        expect({ url: request.url, problems: of.answerProblems(request, answer) }).toEqual({
          url: request.url,
          problems: [],
        });
    }
  });

  test.each(psps)('%s: moves nothing', async (psp) => {
    const { exchanges } = await examine(psp);
    const moving = exchanges.filter(
      ({ request: { method, url } }) =>
        method !== 'GET' && !/\/(cardDetails|v1\/payment_methods|v1\/oauth2\/token)$/.test(url),
    );
    expect(moving).toEqual([]);
  });
});

describe('what the doctor says', () => {
  test.each(psps)('%s: all is well once events lead here', async (psp) => {
    simulators.setWebhookTarget(here);
    const { missing, findings } = await examine(psp);
    expect(missing).toEqual([]);
    expect(findings.map(({ says }) => says)).toContainEqual(expect.stringContaining(', with all events'));
    expect(findings.map(({ says }) => says)).toContainEqual(expect.stringContaining('clock agrees'));
  });

  test.each(psps)('%s: a wrong key is refused, and nothing else is asked of it', async (psp) => {
    const { missing } = await examine(psp, { api_key: 'wrong:key' });
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(new RegExp(`^${psp}: the key is refused: .{10,}`));
    expect(JSON.stringify(missing)).not.toContain('wrong:key');
  });

  test.each(psps)('%s: silence is reported, and is not an exception', async (psp) => {
    const { missing } = await examine(psp, { answer: () => ({ kind: 'not_sent', cause: 'refused' }) });
    expect(missing).toEqual([expect.stringContaining('does not answer')]);
  });

  test.each(psps)('%s: an HTML answer grants no right', async (psp) => {
    const html: HttpResponse = { kind: 'answered', status: 200, headers: {}, body: '<html>' };
    const { missing, findings } = await examine(psp, { answer: () => html });
    expect(missing).not.toEqual([]);
    expect(findings).not.toContainEqual({
      state: 'ok',
      says: expect.stringMatching(/may be sent|all events/),
    });
  });

  /** Where an account names the address of its webhook itself, it leads there whatever the simulators' leads to. */
  const led = psps.filter((psp) => !('notification_url' in subjects[psp].account.settings));
  test.each(led)('%s: a webhook that leads elsewhere', async (psp) => {
    simulators.setWebhookTarget('https://old.example');
    expect((await examine(psp)).missing).toEqual([
      expect.stringContaining(`no webhook points to ${here}/v1/webhooks/${psp}`),
    ]);
    simulators.setWebhookTarget(here);
  });

  test.each(
    psps.flatMap((psp) =>
      subjects[psp].examination
        .answers(`${here}/v1/webhooks/${psp}`)
        .map(([part, status, body, misses]) => [psp, part, status, body, misses] as const),
    ),
  )(
    '%s: %s answers %i: what is missing, and where to switch it on',
    async (psp, part, status, body, misses) => {
      const { missing } = await examine(psp, { answer: answering(part, status, body) });
      const [first = ''] = missing.filter((line) => line.includes(misses));
      expect(first).toMatch(/^\w+: .+(: |\. Look at )\S.+/);
    },
  );

  test.each(
    psps.flatMap((psp) =>
      subjects[psp].examination.settings.map(([settings, misses]) => [psp, settings, misses] as const),
    ),
  )('%s: a setting that is missing or wrong', async (psp, settings, misses) => {
    expect((await examine(psp, { settings })).missing).toContainEqual(expect.stringContaining(misses));
  });

  test('stripe: a key of the other mode', async () => {
    expect((await examine('stripe', { livemode: true })).missing).toContainEqual(
      expect.stringContaining('needs a live key'),
    );
  });

  test('stripe: a card that is refused as a card was let in', async () => {
    const declined = {
      error: { type: 'card_error', code: 'card_declined', decline_code: 'live_mode_test_card' },
    };
    const { findings } = await examine('stripe', { answer: answering('/v1/payment_methods', 402, declined) });
    expect(findings).toContainEqual({ state: 'ok', says: 'stripe: card numbers may be sent' });
  });

  const ours = 'pc_axclravnqf5u5ejkweijnp5zc4';
  test.each<[string, readonly object[], number]>([
    ['of our channel', [{ type: 'processing_channel', processing_channels: [ours] }], 0],
    [
      'of another channel',
      [{ type: 'processing_channel', processing_channels: ['pc_anotherchannelofthesameacc'] }],
      1,
    ],
    ['of every channel', [], 0],
  ])('checkout_com: a workflow %s', async (_, conditions, misses) => {
    const workflow = {
      active: true,
      conditions: [{ type: 'event', events: eventsRead }, ...conditions],
      actions: [{ type: 'webhook', url: `${here}/v1/webhooks/checkout_com` }],
    };
    simulators.setWebhookTarget(here);
    const { missing } = await examine('checkout_com', {
      settings: { processing_channel_id: ours },
      answer: answering('/workflows/', 200, workflow),
    });
    expect(missing).toHaveLength(misses);
    if (misses > 0) expect(missing[0]).toContain(`no webhook points to ${here}`);
  });

  test.each(psps)('%s: an account asked too often is asked again later', async (psp) => {
    const busy: HttpResponse = { kind: 'answered', status: 429, headers: {}, body: '{}' };
    const { missing } = await examine(psp, { answer: () => busy });
    expect(missing).toEqual([expect.stringContaining('answers 429: ask again later')]);
  });

  test('a clock that is off, and a service that does not refuse', async () => {
    const answer: HttpResponse = {
      kind: 'answered',
      status: 200,
      headers: { date: 'Mon, 23 Nov 2020 02:00:00 GMT' },
      body: '{}',
    };
    const findings = await examineAccounts(
      [{ id: 'eu', psp: 'stripe', base_url: 'https://api.example', settings: {}, api_key: 'sk_test_1' }],
      { livemode: false, card_capture: true, public_url: here },
      async () => answer,
    );
    const missing = findings.flatMap(({ state, says }) => (state === 'missing' ? says : []));
    expect(missing).toContainEqual(expect.stringMatching(/^eu: this clock is \d+ s off/));
    expect(missing).toContainEqual(expect.stringContaining(`${here}/v1/webhooks/eu answers 200`));
  });

  test('before there is an address, a key or an adapter', async () => {
    const account = { id: 'a', psp: 'stripe', base_url: simulators.urls.stripe ?? '', settings: {} };
    const before = { livemode: false, card_capture: false, public_url: undefined };
    const { api_key } = simulators.credentials.stripe ?? never('stripe');
    const states = (await examineAccounts([{ ...account, api_key }], before)).map(({ state }) => state);
    expect(states).not.toContain('missing');
    const [no_key] = await examineAccounts([{ ...account, api_key: undefined }], before);
    expect(no_key).toEqual({ state: 'missing', says: 'a: there is no key to ask with' });
    const [none] = await examineAccounts([{ ...account, psp: 'toString', api_key }], before);
    expect(none?.says).toContain('there is no check');
  });
});
