import { describe, expect, test } from '@jest/globals';
import { noticeUnmapped, type UnmappedCode } from '../../../lib/psp/notice-unmapped.ts';
import type { AnyMethodPsp, Attempt, AuthorizeRequest, LookUpResult } from '../../../lib/types/psp.ts';

const attempt = { reference: 'ch_1' } as Attempt;
const call = { timeout_ms: 1 };

const noticedOf = async (answer: LookUpResult) => {
  const noticed: UnmappedCode[] = [];
  const bare = {
    authorize: async () => answer,
    completeAuthentication: async () => answer,
    lookUp: async () => answer,
    cancelByReference: async () => answer,
  } as unknown as AnyMethodPsp;
  const psp = noticeUnmapped(
    bare,
    (code) => code === 'listed',
    (unmapped) => noticed.push(unmapped),
  );
  const answers = [
    await psp.authorize(attempt, {} as AuthorizeRequest, call),
    await psp.completeAuthentication(attempt, {}, call),
    await psp.lookUp?.(attempt, call),
    await psp.cancelByReference?.(attempt, call),
  ];
  for (const received of answers) expect(received).toBe(answer);
  return noticed;
};

describe('noticingUnmapped', () => {
  test('a decline under a code without a line is noticed, whichever call reported it', async () => {
    const unmapped = { charge: 'ch_1', code: 'something_new' };
    expect(await noticedOf({ outcome: 'unmapped', code: 'something_new' })).toEqual([
      unmapped,
      unmapped,
      unmapped,
      unmapped,
    ]);
  });

  test.each<[string, LookUpResult]>([
    ['a code whose line says that it means nothing certain', { outcome: 'unmapped', code: 'listed' }],
    ['no code at all', { outcome: 'unmapped' }],
    ['a payment that was canceled under us', { outcome: 'unmapped', code: 'canceled' }],
    ['what is understood', { outcome: 'do_not_honor', code: 'something_new' }],
    ['what is not known', { outcome: 'unknown', doubt: 'timeout' }],
    ['absence', { outcome: 'absent' }],
  ])('%s is not', async (_, answer) => {
    expect(await noticedOf(answer)).toEqual([]);
  });

  test('a cancel by reference under way is not', async () => {
    const noticed: UnmappedCode[] = [];
    const bare = { cancelByReference: async () => ({ outcome: 'fencing' }) } as unknown as AnyMethodPsp;
    const psp = noticeUnmapped(
      bare,
      () => false,
      (unmapped) => noticed.push(unmapped),
    );
    expect(await psp.cancelByReference?.(attempt, call)).toEqual({ outcome: 'fencing' });
    expect(noticed).toEqual([]);
  });

  test('a PSP without a look-up or a cancel by reference gets none', () => {
    const psp = noticeUnmapped(
      {} as AnyMethodPsp,
      () => true,
      () => undefined,
    );
    expect(psp.lookUp).toBeUndefined();
    expect(psp.cancelByReference).toBeUndefined();
  });
});
