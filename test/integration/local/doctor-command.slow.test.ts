import { expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';
import { apiClient } from '../service/api-client.ts';
import { pspAdmin } from '../service/psp-admin.ts';
import { withService } from '../service/with-service.ts';
import { runProgram } from './run-program.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);

/** `npm run doctor -- --local`, beside the service of this test. */
const doctor = async (port = new URL(service.base_url).port) => {
  const program = runProgram(process.execPath, ['--no-warnings', 'infra/doctor.ts', '--local'], {
    PORT: port,
  });
  const { code } = await program.ended;
  return { code, out: program.stdout(), err: program.stderr() };
};

test('all is well: it says what a PSP cannot tell, and counts a code without a line until a person knows it', async () => {
  const well = await doctor();
  expect(well).toEqual({ code: 0, out: expect.not.stringContaining('MISSING'), err: '' });
  for (const psp of Object.keys(registry)) {
    expect(well.out).toMatch(new RegExp(`^ok {7}${psp}: a webhook points to .*, with all events$`, 'm'));
    expect(well.out).toMatch(new RegExp(`^ok {7}${psp}: events reach the service`, 'm'));
  }
  expect(well.out).toMatch(/^ok {7}stripe: card numbers may be sent$/m);
  expect(well.out).toMatch(/^UNSEEN {3}checkout_com: card numbers: /m);
  expect(well.out).toMatch(/^ok {7}every code so far has a line/m);
  expect(well.out).not.toContain('MISSING');

  await admin.faults('stripe', { kind: 'decline', code: 'something_new' });
  const { body: opened } = await client.create();
  expect((await client.confirm(opened.id)).status).toBe(402);
  await admin.heal();
  const planted = await doctor();
  expect(planted.code).toBe(1);
  expect(planted.out.match(/^MISSING.*$/gm)).toEqual([
    expect.stringMatching(/stripe: 1 declined so far with something_new, which has no line: /),
  ]);
});

test('a webhook that is switched off at the PSP, and a key that it refuses', async () => {
  await admin.webhooks('adyen', { mode: 'off' });
  await admin.faults('stripe', { kind: 'unauthorized' });
  const { code, out } = await doctor();
  await admin.heal();
  await admin.webhooks('adyen', { mode: 'normal' });
  expect(code).toBe(1);
  expect(out).toMatch(/^MISSING {2}adyen: the webhook to \S+ is switched off: Adyen Customer Area/m);
  expect(out).toMatch(/^MISSING {2}stripe: the key is refused: Stripe Dashboard/m);
});

test('no service runs there', async () => {
  expect(await doctor('1')).toEqual({ code: 1, out: '', err: expect.stringContaining('npm start') });
});
