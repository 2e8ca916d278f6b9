import { describe, expect, test } from '@jest/globals';
import { capabilities as paypal } from '../../../lib/psp/paypal/capabilities.ts';
import { capabilities as stripe } from '../../../lib/psp/stripe/capabilities.ts';
import { createVerificationLimit } from '../../../lib/runtime/verification-limit.ts';
import { ApiError } from '../../../lib/types/api-error.ts';

const asked = { id: 'paypal', psp: 'paypal', capabilities: paypal };
const own = { id: 'stripe', psp: 'stripe', capabilities: stripe };

const arrange = () => {
  let now = 1_800_000_000_000;
  let calls = 0;
  const limited = createVerificationLimit({ now: () => now });
  const deliver = async (
    outcome: 'genuine' | 'forged' | 'unjudged' | 'broken',
    address = '203.0.113.7',
    account = asked,
  ) => {
    try {
      await limited(account, address, async () => {
        calls += 1;
        if (outcome === 'forged') throw new ApiError('signature_invalid', 'no');
        if (outcome === 'unjudged') throw new ApiError('event_not_verified', 'not yet');
        if (outcome === 'broken') throw new ApiError('storage_unavailable', 'no');
      });
      return 'taken';
    } catch (error) {
      return (error as ApiError).code;
    }
  };
  return {
    deliver,
    calls: () => calls,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe('deliveries whose PSP is asked whether they are genuine', () => {
  test('forged ones from an address cause 30 questions, then are refused without one', async () => {
    const { deliver, calls } = arrange();
    for (let i = 0; i < 30; i++) expect(await deliver('forged')).toBe('signature_invalid');
    for (let i = 0; i < 100; i++) expect(await deliver('forged')).toBe('too_many_requests');
    expect(calls()).toBe(30);
  });

  test('so do those that the PSP does not judge: whoever sends them may be why', async () => {
    const { deliver, calls } = arrange();
    for (let i = 0; i < 30; i++) expect(await deliver('unjudged')).toBe('event_not_verified');
    expect(await deliver('unjudged')).toBe('too_many_requests');
    expect(calls()).toBe(30);
  });

  test('all at once are counted as well', async () => {
    const { deliver, calls } = arrange();
    const ends = await Promise.all(Array.from({ length: 200 }, () => deliver('forged')));
    expect(calls()).toBe(30);
    expect(ends.filter((end) => end === 'too_many_requests')).toHaveLength(170);
  });

  test('one more every two seconds, and never more than 30', async () => {
    const { deliver, calls, pass } = arrange();
    for (let i = 0; i < 31; i++) await deliver('forged');
    pass(1_999);
    expect(await deliver('forged')).toBe('too_many_requests');
    pass(1);
    expect(await deliver('forged')).toBe('signature_invalid');
    pass(86_400_000);
    for (let i = 0; i < 100; i++) await deliver('forged');
    expect(calls()).toBe(61);
    pass(-86_400_000);
    expect(await deliver('forged')).toBe('too_many_requests');
  });

  test('genuine ones, and those that failed here, are never short', async () => {
    const { deliver } = arrange();
    for (let i = 0; i < 1000; i++) {
      expect(await deliver('genuine')).toBe('taken');
      expect(await deliver('broken')).toBe('storage_unavailable');
    }
  });

  test('another address has its own count, another address of the same /64 has not', async () => {
    const { deliver } = arrange();
    for (let i = 0; i < 30; i++) await deliver('forged', `2001:db8::${i.toString(16)}`);
    expect(await deliver('genuine', '2001:db8::ffff')).toBe('too_many_requests');
    expect(await deliver('genuine', '2001:db8:0:1::1')).toBe('taken');
  });

  test('a PSP that signs what can be checked here is not counted', async () => {
    const { deliver, calls } = arrange();
    for (let i = 0; i < 100; i++) await deliver('forged', '203.0.113.7', own);
    expect(calls()).toBe(100);
  });
});
