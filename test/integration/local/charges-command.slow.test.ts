import { afterEach, expect, test } from '@jest/globals';
import { apiClient } from '../service/api-client.ts';
import { issueKey } from '../service/issue-key.ts';
import { pspAdmin } from '../service/psp-admin.ts';
import { rulesOf } from '../service/rules-of.ts';
import { startUnsteadyFront } from '../service/unsteady-front.ts';
import { until } from '../service/until.ts';
import { withService } from '../service/with-service.ts';
import { runProgram } from './run-program.ts';

const service = withService({
  rules: rulesOf(),
  environment: { RECOVERY_SCHEDULE_S: '60,120', RECOVERY_TICK_S: '1' },
  clockStepMs: 120_000,
});
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  await admin.heal();
  await admin.webhooks('stripe', { mode: 'normal' });
});

/** `npm run charges -- …`, beside the service of this test unless told otherwise. */
const charges = async (
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
) => {
  const program = runProgram(process.execPath, ['--no-warnings', 'local/tools/charges.ts', ...words], {
    PORT: new URL(service.base_url).port,
    API_KEY: undefined,
    ...environment,
  });
  const { code } = await program.ended;
  return { code, out: program.stdout(), err: program.stderr() };
};

/** An attempt at Adyen whose request was lost: nobody can tell what became of it. */
const lost = async () => {
  await admin.faults('adyen', { kind: 'reset-before' });
  const { body: opened } = await client.create({ routing_rule: 'adyen' });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  await admin.heal();
  return { charge, session: opened.id };
};

test('open, decide, open: a charge that needs a person is listed, decided with a reason, and gone', async () => {
  expect(await charges(['open'])).toEqual({ code: 0, out: 'Nothing is open.\n', err: '' });
  const { charge, session } = await lost();
  const listed = await charges(['open']);
  expect(listed.out).toMatch(
    new RegExp(
      `^${charge}  adyen  2599 eur  pending, next look \\S+Z\\n  attempt ${charge} open since \\S+Z \\(\\d+ min\\)\\n$`,
    ),
  );
  service.passTime();
  const { out: reviewed } = await until(
    () => charges(['open']),
    ({ out }) => out.includes('needs review'),
  );
  expect(reviewed).toMatch(
    / {2}needs_review\n {2}attempt ch_\w+ open since \S+Z \(-?\d+ min\), needs review\n$/,
  );

  const silent = await charges(['decide', charge, 'absent']);
  expect([silent.code, silent.err]).toEqual([1, expect.stringContaining('--note')]);
  const bare = await charges(['decide', charge, 'captured', '--note', 'Paid.']);
  expect([bare.code, bare.err]).toEqual([1, expect.stringMatching(/^parameter_missing: psp_reference/)]);

  const words = ['captured', '--note', 'Paid.', '--psp-reference', 'PSP1', '--amount', '1000'];
  const decided = await until(
    () => charges(['decide', charge, ...words]),
    ({ err }) => !err.startsWith('version_conflict'),
  );
  expect(decided).toMatchObject({ code: 0, err: '' });
  expect(decided.out).toMatch(
    new RegExp(
      `^Deciding: attempt ${charge}, open since \\S+Z \\(-?\\d+ min\\), on ${charge} at adyen .*It is captured, 1000 eur\\.\\nNow: `,
    ),
  );
  expect(decided.out).toContain(`Now: ${charge} at adyen (PSP1): captured, 1000 of 2599 eur captured.`);
  expect((await charges(['open'])).out).toBe('Nothing is open.\n');
  expect((await client.session(session)).body.payment_status).toBe('paid');
  expect((await client.charge(charge)).body.decisions).toMatchObject([
    { operation: charge, outcome: 'captured', amount: 1000, note: 'Paid.' },
  ]);
});

test('look: takes over what the PSP has, also with an API key at an address', async () => {
  await admin.webhooks('stripe', { mode: 'off' });
  const { body: opened } = await client.create({ routing_rule: 'stripe', capture_method: 'manual' });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  await admin.dashboard('stripe', { act: 'capture', payment: charge, amount: 700 });
  const key = await issueKey(service, { scopes: ['charges:write'] });
  const elsewhere = { PORT: '1' };
  const at = ['--url', service.base_url];
  const looked = await charges(['look', charge, ...at, '--key', key], elsewhere);
  expect(looked).toMatchObject({ code: 0, err: '' });
  expect(looked.out).toMatch(
    new RegExp(`^${charge} at stripe \\(pi_\\w+\\): captured, 700 of 2599 eur captured\\n$`),
  );
  expect((await charges(['look', charge, ...at], { ...elsewhere, API_KEY: key })).out).toBe(looked.out);
  expect((await charges(['look', charge])).out).toBe(looked.out);

  const keyless = await charges(['look', charge, ...at], elsewhere);
  expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('API_KEY')]);
  const reader = await issueKey(service, { scopes: ['charges:read'] });
  const refused = await charges(['look', charge, ...at, '--key', reader], elsewhere);
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^scope_missing: /)]);
  expect(refused.out + refused.err).not.toContain(reader);
});

test('open follows all pages; decide names one decision once, and never calls a lost answer a failure', async () => {
  const front = await startUnsteadyFront(service);
  const at = (words: readonly string[]) =>
    charges([...words, '--url', front.url], { PORT: '1', API_KEY: service.api_key });
  const open = [await lost(), await lost(), await lost()].map(({ charge }) => charge);
  const { out } = await at(['open']);
  expect(out.match(/^ch_\w+/gm)?.toSorted()).toEqual(open.toSorted());
  expect(front.seen().map(({ call }) => call.split('?')[0])).toEqual(['GET /v1/charges', 'GET /v1/charges']);

  const [charge = ''] = open;
  const words = ['decide', charge, 'absent', '--note', 'A written no.'];
  service.passTime();
  await until(
    () => at(['open']),
    ({ out }) => out.match(/needs review/g)?.length === 3,
  );
  front.seen();
  front.fail(/decide$/, 'lost', 99);
  const unknown = await at(words);
  expect(unknown.code).toBe(1);
  expect(unknown.out).not.toContain('Now: ');
  expect(unknown.err).toMatch(/^Whether the decision is recorded is not known\. Send it again/);
  expect(unknown.err).toMatch(
    /\nconnection_failed: POST \S+: the connection failed\. It may have been carried out\./,
  );
  const sent = front.seen().filter(({ call }) => call.endsWith('/decide'));
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
  expect((await client.charge(charge)).body.decisions).toHaveLength(1);

  front.fail(/./, 'lost', 0);
  const again = await at(words);
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^\w+: /)]);
  expect((await client.charge(charge)).body.decisions).toHaveLength(1);
  front.fail(/decide$/, 'lost');
  const [, second = '', third = ''] = open;
  const twice = await at(['decide', second, 'absent', '--note', 'A written no.']);
  expect(twice).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`Now: ${second} at adyen`) });
  expect((await at(['decide', third, 'absent', '--note', 'No.', '--amount', '12.5'])).err).toBe(
    '--amount: expected minor units, such as 2599, received 12.5.\n',
  );
  front.close();
});

test.each([
  [['open', 'ch_1']],
  [['look']],
  [['decide', 'ch_1']],
  [['decide', 'ch_1', 'lost', '--note', 'x']],
  [['resolve', 'ch_1']],
  [['decide', 'ch_1', 'absent', '--note', 'x', '--why', 'y'], 2],
])('%j is not understood', async (words, ends = 1) => {
  const { code, out, err } = await charges(words);
  expect([code, out]).toEqual([ends, '']);
  expect(err).not.toBe('');
});

test('without a service it says what to do', async () => {
  for (const words of [['open'], ['look', 'ch_1']]) {
    const { code, err } = await charges(words, { PORT: '1' });
    expect([code, err]).toEqual([1, expect.stringContaining('No service runs on port 1')]);
  }
});
