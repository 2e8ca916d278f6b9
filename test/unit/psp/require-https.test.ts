import { describe, expect, test } from '@jest/globals';
import { textAt, urlAt } from '../../../lib/psp/json.ts';
import { requireHttps, requireHttpsIn } from '../../../lib/psp/require-https.ts';
import type { AnyMethodPsp, Attempt, LookUpResult } from '../../../lib/types/psp.ts';

const call = { timeout_ms: 1000 };
const asked = {} as Attempt;
const answering = (answer: LookUpResult) =>
  requireHttps({
    authorize: async () => answer,
    completeAuthentication: async () => answer,
    lookUp: async () => answer,
    cancelByReference: async () => answer,
  } as unknown as AnyMethodPsp);
const everyWay = async (answer: LookUpResult): Promise<readonly unknown[]> => {
  const psp = answering(answer);
  const events = [{ id: 'e', claim: { about: 'authorization', result: answer } }] as const;
  const reading = requireHttpsIn({ ok: true, events });
  const [event] = reading.ok ? reading.events : [];
  return [
    await psp.authorize(asked, {} as never, call),
    await psp.completeAuthentication(asked, {}, call),
    await psp.lookUp?.(asked, call),
    await psp.cancelByReference?.(asked, call),
    event?.claim.about === 'authorization' && event.claim.result,
  ];
};

describe('in live mode a customer is sent to https only', () => {
  test.each(['http://bank.example/3ds', 'HTTP://bank.example', 'javascript:alert(1)', 'http://127.0.0.1/'])(
    'not to %s',
    async (redirect_url) => {
      const answers = await everyWay({ outcome: 'requires_action', psp_reference: 'p', redirect_url });
      for (const answer of answers)
        expect(answer).toEqual({ outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: 'p' });
    },
  );

  test('every other answer stays', async () => {
    const answer = {
      outcome: 'requires_action',
      psp_reference: 'p',
      redirect_url: 'https://bank.example/',
    } as const;
    for (const kept of await everyWay(answer)) expect(kept).toEqual(answer);
    for (const kept of await everyWay({ outcome: 'absent' })) expect(kept).toEqual({ outcome: 'absent' });
  });
});

describe('what a PSP writes is bounded when it is read', () => {
  test.each([
    ['500 KB', 'x'.repeat(500_000)],
    ['256 bytes', 'x'.repeat(256)],
    ['128 characters of three bytes', '\u20ac'.repeat(128)],
    ['half a surrogate pair', 'pi_\ud800'],
    ['a control character', 'pi_1\r\nx: y'],
    ['nothing', ''],
  ])('%s', (_, id) => {
    expect(textAt({ id }, 'id')).toBeUndefined();
  });

  test('255 bytes are read, and addresses up to 4,096', () => {
    expect(textAt(['x'.repeat(255)], 0)).toBe('x'.repeat(255));
    const url = `https://bank.example/${'x'.repeat(4_000)}`;
    expect(urlAt([url], 0)).toBe(url);
    expect(urlAt([url + 'x'.repeat(100)], 0)).toBeUndefined();
  });
});
