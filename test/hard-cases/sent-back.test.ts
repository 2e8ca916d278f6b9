import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import type { PspKind } from '../simulation/psp/draw-profile.ts';
import { eventAbout, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { decided } from './reviewed.ts';

const nothingKnown = { outcome: 'unknown', doubt: 'timeout' };

/** The money of an attempt that was given up, and how much of it has been captured and refunded by now. */
type LateMoney = OneCharge & {
  readonly books: () => { readonly captured: number; readonly refunded: number };
};

/** It is there, but webhooks are kept back. */
const lateMoney = async (psp: PspKind, { manual = false } = {}): Promise<LateMoney> => {
  const one = await givenUp(psp, { manual });
  one.scene.holdWebhooks();
  one.scene.arrive(one.charge());
  const books = () => {
    const { captured, refunded } = one.scene.payment(psp, one.id);
    return { captured, refunded };
  };
  return { ...one, books };
};

/** The PSP's id of the first refund of ours. */
const firstRefund = ({ scene, psp, id }: OneCharge): string =>
  scene.payment(psp, id).operations.find(({ kind }) => kind === 'refund')?.id ?? '';

/** The scheme takes back this refund; the event that says so. */
const fails = ({ scene, psp, id }: OneCharge, refund: string): PspEvent => {
  scene.takeBack(psp, id, 'refund', refund);
  return eventAbout(scene, 'refund');
};

/** Recovery works for a day, and events come again and again, except one that was taken. */
const settle = async ({ scene, psp }: OneCharge, taken?: PspEvent): Promise<void> => {
  for (let round = 0; round < 6; round++) {
    await scene.recover(30);
    for (const { event } of [...scene.sent]) if (event.id !== taken?.id) await scene.deliver(psp, event);
  }
  await scene.recover(24 * 60);
};

const allBack = { captured: 2_599, refunded: 2_599 };

describe('news that a try to send late money back at Adyen had succeeded, heard after its failure', () => {
  test.each(['for the first time', 'once more'])('%s, does not end the next try', async (how) => {
    const one = await lateMoney('adyen');
    const { scene, charge, books } = one;
    await scene.deliver('adyen', eventAbout(scene, 'authorization'));
    await scene.pass(120_000);
    expect(charge().reversal).toMatchObject({ by: 'refund', status: 'accepted' });
    const success = eventAbout(scene, 'refund');
    if (how === 'once more') {
      await scene.deliver('adyen', success);
      expect(charge().reversal?.status).toBe('done');
    }
    await scene.deliver('adyen', fails(one, firstRefund(one)));
    await scene.deliver('adyen', success);
    expect(charge().reversal?.status).not.toBe('done');
    await settle(one);
    expect(books()).toEqual(allBack);
    expectSound(scene);
  });

  test('does not end the next try, if it was a refund in the dashboard', async () => {
    const one = await lateMoney('adyen');
    const { scene, id, charge, books } = one;
    const news = eventAbout(scene, 'authorization');
    const refund = scene.elsewhere('adyen', id, 'refund', 2_599);
    const success = eventAbout(scene, 'refund');
    scene.script('adyen', 'refund', ...Array(3).fill(nothingKnown));
    await scene.deliver('adyen', news);
    await scene.deliver('adyen', success);
    expect(charge().reversal?.status).toBe('done');
    scene.script('adyen', 'refund');
    await scene.deliver('adyen', fails(one, refund.id));
    await scene.deliver('adyen', success);
    expect(charge().reversal?.status).not.toBe('done');
    await settle(one);
    expect(books()).toEqual(allBack);
  });
});

test('late money whose refund is accepted and then listed as failed, for whatever reason, goes back under another id', async () => {
  const { scene, charge, books } = await lateMoney('checkout_com');
  scene.plan('operation_refused');
  await scene.recover(60);
  expect(books()).toEqual({ captured: 2_599, refunded: 0 });
  await scene.recover(24 * 60);
  expect(books()).toEqual(allBack);
  expect(charge().reversal).toMatchObject({ status: 'done' });
  expectSound(scene);
});

describe('late money captured in two parts, the first of which has gone back', () => {
  const firstBack = async (psp: PspKind): Promise<LateMoney> => {
    const one = await lateMoney(psp, { manual: true });
    const { scene, id, charge } = one;
    await scene.pass(120_000);
    scene.elsewhere(psp, id, 'capture', 1_000);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    for (let round = 0; round < 5 && charge().reversal?.status !== 'done'; round++) {
      await scene.recover(10);
      for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
    }
    expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_000 });
    return one;
  };
  const captureMore = async ({ scene, psp, id }: OneCharge, amount: number): Promise<void> => {
    scene.elsewhere(psp, id, 'capture', amount);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
  };

  test.each(['adyen', 'checkout_com', 'paypal', 'found_only'] as const)(
    'goes back whole at %s, although the first refund fails while the second is under way',
    async (psp) => {
      const one = await firstBack(psp);
      if (psp !== 'adyen' && psp !== 'checkout_com')
        one.scene.script(psp, 'refund', ...Array(3).fill(nothingKnown));
      await captureMore(one, 1_599);
      one.scene.script(psp, 'refund');
      const failure = fails(one, firstRefund(one));
      const taken = await one.scene.deliver(psp, failure);
      await settle(one, taken ? failure : undefined);
      expect(one.books()).toEqual(allBack);
      expect(one.charge().reversal?.status).toBe('done');
      expect(one.scene.reported('refund_failed_late')).toBeGreaterThan(0);
    },
  );

  test('goes back whole at Adyen, although the first refund fails once the second is done', async () => {
    const one = await firstBack('adyen');
    await captureMore(one, 1_599);
    await settle(one);
    expect(one.books()).toEqual(allBack);
    await one.scene.deliver('adyen', fails(one, firstRefund(one)));
    await settle(one);
    expect(one.books()).toEqual(allBack);
    expect(one.scene.reported('refund_failed_late')).toBe(1);
  });

  test.each([1_000, 1_599])(
    'and then %i more, goes back whole at Adyen, although the success of the first refund is told again',
    async (amount) => {
      const one = await firstBack('adyen');
      const success = eventAbout(one.scene, 'refund');
      await captureMore(one, amount);
      await one.scene.deliver('adyen', success);
      expect(one.charge().reversal).toMatchObject({ status: 'open', amount });
      await settle(one);
      expect(one.books()).toEqual({ captured: 1_000 + amount, refunded: 1_000 + amount });
    },
  );
});

test('the first part of late money, refunded in the dashboard at Adyen and told again during the return of the second, counts once', async () => {
  const psp = 'adyen';
  const one = await lateMoney(psp, { manual: true });
  const { scene, id, charge, books } = one;
  scene.elsewhere(psp, id, 'capture', 1_000);
  scene.script(psp, 'refund', ...Array(3).fill(nothingKnown));
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  scene.elsewhere(psp, id, 'refund', 1_000);
  const refund = eventAbout(scene, 'refund');
  await scene.deliver(psp, refund);
  expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_000 });
  scene.elsewhere(psp, id, 'capture', 1_599);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.deliver(psp, refund);
  expect(charge().reversal).toMatchObject({ amount: 1_599 });
  scene.script(psp, 'refund');
  await settle(one);
  expect(books()).toEqual(allBack);
});

test.each(['after', 'before'])(
  'late money refunded in the dashboard at Adyen while ours is on its way, which is reported %s the failure of that, goes back once',
  async (when) => {
    const one = await lateMoney('adyen');
    const { scene, psp, id, charge, books } = one;
    const news = eventAbout(scene, 'authorization');
    const refund = scene.elsewhere(psp, id, 'refund', 2_599);
    const success = eventAbout(scene, 'refund');
    const failure = fails(one, refund.id);
    await scene.deliver(psp, news);
    await scene.pass(120_000);
    const ours = eventAbout(scene, 'refund');
    await scene.deliver(psp, success);
    expect(charge().reversal).toMatchObject({ by: 'refund', status: 'done' });
    for (const event of when === 'after' ? [failure, ours] : [ours, failure]) {
      await scene.deliver(psp, event);
      await scene.recover(5);
    }
    await settle(one);
    expect(charge().reversal?.status).toBe('done');
    expect(books()).toEqual(allBack);
    expect(new Set(scene.calls('refund')).size).toBe(1);
    expectSound(scene);
  },
);

test('a part of late money, refunded in the dashboard at Adyen, goes back once more if that refund fails while the rest is on its way', async () => {
  const psp = 'adyen';
  const one = await lateMoney(psp);
  const { scene, id, charge, books } = one;
  const news = eventAbout(scene, 'authorization');
  const part = scene.elsewhere(psp, id, 'refund', 1_000);
  const refund = eventAbout(scene, 'refund');
  scene.script(psp, 'refund', ...Array(30).fill(nothingKnown));
  await scene.deliver(psp, news);
  await scene.deliver(psp, refund);
  scene.script(psp, 'refund');
  for (let minute = 0; minute < 120 && charge().reversal?.amount !== 1_599; minute++) {
    await scene.recover(1);
    for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
  }
  for (let minute = 0; minute < 120 && charge().reversal?.status === 'open'; minute++) await scene.recover(1);
  expect(charge().reversal).toMatchObject({ amount: 1_599, status: 'accepted' });
  await scene.deliver(psp, fails(one, part.id));
  await settle(one);
  expect(books()).toEqual(allBack);
});

test('the end of what is left of a hold at Adyen does not end the return of its captured part', async () => {
  const psp = 'adyen';
  const one = await lateMoney(psp, { manual: true });
  const { scene, id, charge, books } = one;
  const { psp_reference = '' } = eventAbout(scene, 'authorization');
  scene.elsewhere(psp, id, 'capture', 1_000);
  scene.script(psp, 'refund', nothingKnown);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.deliver(psp, {
    reference: id,
    psp_reference,
    money: { amount: 2_599, currency: 'eur' },
    id: 'expired',
    claim: { about: 'authorization', result: { outcome: 'canceled', hold: 'expired' } },
  });
  expect(charge().reversal?.status).not.toBe('done');
  scene.script(psp, 'refund');
  await settle(one);
  expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
});

test.each(['before', 'after'])(
  'the part of a late hold that is captured in the dashboard at Adyen goes back, if that is told %s its void is refused',
  async (when) => {
    const psp = 'adyen';
    const one = await lateMoney(psp, { manual: true });
    const { scene, id, charge, books } = one;
    const news = eventAbout(scene, 'authorization');
    scene.elsewhere(psp, id, 'capture', 1_000);
    const capture = eventAbout(scene, 'capture');
    await scene.deliver(psp, news);
    if (when === 'before') await scene.deliver(psp, capture);
    for (let minute = 0; minute < 24 * 60 && charge().reversal?.status !== 'done'; minute += 10) {
      await scene.recover(10);
      for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
    }
    expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
    expect(charge().reversal?.status).toBe('done');
  },
);

test('late money that a dashboard refund returned, that then fails, and so does ours, goes back; and so does all that is captured later', async () => {
  const one = await lateMoney('checkout_com', { manual: true });
  const { scene, id, charge, books } = one;
  await scene.pass(120_000);
  scene.elsewhere('checkout_com', id, 'capture', 1_000);
  const refund = scene.elsewhere('checkout_com', id, 'refund', 1_000);
  await scene.pass(120_000);
  await scene.deliver('checkout_com', eventAbout(scene, 'authorization'));
  await scene.recover(10);
  expect(charge().reversal).toMatchObject({ status: 'done', captured: 1_000 });
  expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
  const dashboard = fails(one, refund.id);
  await scene.pass(120_000);
  await scene.deliver('checkout_com', dashboard);
  await scene.recover(10);
  expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
  const ours = scene.payment('checkout_com', id).operations.at(-1)?.id ?? '';
  await scene.pass(120_000);
  await scene.deliver('checkout_com', eventAbout(scene, 'refund'));
  expect(charge().reversal?.status).toBe('done');
  await scene.deliver('checkout_com', fails(one, ours));
  await scene.pass(120_000);
  await scene.deliver('checkout_com', eventAbout(scene, 'refund'));
  expect(charge().reversal?.captured).toBe(1_000);
  scene.elsewhere('checkout_com', id, 'capture', 1_599);
  await scene.pass(120_000);
  await settle(one);
  expect(books()).toEqual(allBack);
  expectSound(scene);
});

test('a dashboard refund that a person has called the return already counts once', async () => {
  const psp = 'adyen';
  const one = await lateMoney(psp, { manual: true });
  const { scene, id, charge, books } = one;
  scene.elsewhere(psp, id, 'capture', 1_000);
  scene.script(psp, 'refund', ...Array(99).fill(nothingKnown));
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.recover(24 * 60 + 10);
  scene.elsewhere(psp, id, 'refund', 1_000);
  const refund = eventAbout(scene, 'refund');
  await decided(one, { operation: charge().reversal?.id ?? '', outcome: 'succeeded' });
  await scene.deliver(psp, refund);
  scene.script(psp, 'refund');
  scene.elsewhere(psp, id, 'capture', 1_599);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge().reversal).toMatchObject({ amount: 1_599 });
  await settle(one);
  expect(books()).toEqual(allBack);
});

test('the failure of a return that has been made anew is taken, however often it is told', async () => {
  const psp = 'stripe';
  const one = await givenUp(psp);
  const { scene, id } = one;
  scene.holdWebhooks();
  scene.servers.get(psp)?.ledger.fenced.clear();
  scene.arrive(one.charge());
  await scene.deliver(psp, eventAbout(scene, 'authorization'));
  await scene.pass(60_000);
  const failure = fails(one, firstRefund(one));
  expect(await scene.deliver(psp, failure)).toBe(true);
  await scene.recover(30);
  expect(scene.payment(psp, id).refunded).toBe(2_599);
  expect(await scene.deliver(psp, failure)).toBe(true);
  expect(one.charge().reversal?.status).toBe('done');
});

test('a sum that still shows a return that has failed since does not end the next try', async () => {
  const psp = 'square';
  const one = await lateMoney(psp);
  const { scene, id, charge, books } = one;
  await scene.pass(120_000);
  await scene.deliver(psp, eventAbout(scene, 'authorization'));
  await scene.pass(120_000);
  expect(charge().reversal).toMatchObject({ by: 'refund', status: 'accepted' });
  const { psp_reference = '' } = charge();
  const stale = { outcome: 'captured', psp_reference, amount_captured: 2_599, amount_refunded: 2_599 };
  const failure = fails(one, firstRefund(one));
  await scene.pass(120_000);
  scene.script(psp, 'lookUp', ...Array(3).fill(stale));
  await scene.deliver(psp, failure);
  await scene.recover(3);
  scene.script(psp, 'lookUp');
  await settle(one, failure);
  expect(books()).toEqual(allBack);
  expect(scene.payment(psp, id).operations.filter(({ kind }) => kind === 'refund').length).toBe(2);
});

describe('the captured part of a late hold, whose refund is refused once at Adyen, goes back', () => {
  const refused = async (): Promise<LateMoney> => {
    const one = await lateMoney('adyen', { manual: true });
    const { scene, id, charge } = one;
    scene.elsewhere('adyen', id, 'capture', 1_000);
    scene.plan('operation_refused');
    await scene.deliver('adyen', eventAbout(scene, 'capture'));
    await scene.pass(120_000);
    expect(charge().reversal).toMatchObject({ by: 'refund', amount: 1_000, captured: 1_000 });
    await scene.deliver('adyen', eventAbout(scene, 'refund'));
    expect(charge().reversal).toMatchObject({ by: 'cancel', amount: 1_000 });
    return one;
  };

  test('although what is left of the hold then expires', async () => {
    const one = await refused();
    const { psp_reference } = eventAbout(one.scene, 'authorization');
    const answer = { outcome: 'canceled', hold: 'expired' } as const;
    await one.scene.deliver('adyen', {
      id: 'expired',
      reference: one.id,
      ...(psp_reference === undefined ? {} : { psp_reference }),
      money: { amount: 2_599, currency: 'eur' },
      claim: { about: 'authorization', result: answer },
    });
    await settle(one);
    expect(one.books()).toEqual({ captured: 1_000, refunded: 1_000 });
  });

  test('although our void then ends what is left of the hold', async () => {
    const one = await refused();
    const { scene, id, charge, books } = one;
    scene.script('adyen', 'cancel', { outcome: 'pending', psp_reference: 'V' });
    await scene.recover(10);
    const { psp_reference = '', reversal } = charge();
    expect(reversal).toMatchObject({ by: 'cancel', status: 'accepted' });
    await scene.deliver('adyen', {
      id: 'voided',
      reference: id,
      psp_reference,
      operation: reversal?.id ?? '',
      operation_reference: 'V',
      claim: { about: 'cancel', result: { outcome: 'succeeded', psp_reference: 'V' } },
    });
    await settle(one);
    expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
  });

  test('and so does another part that is captured then', async () => {
    const one = await refused();
    one.scene.elsewhere('adyen', one.id, 'capture', 1_599);
    await one.scene.deliver('adyen', eventAbout(one.scene, 'capture'));
    await settle(one);
    expect(one.books()).toEqual(allBack);
  });
});

test.each([
  ['at once', ['capture']],
  ['while the hold is being released', ['authorization', 'capture']],
] as const)(
  'a late capture at Adyen that is reported %s, and then again under other ids, goes back once',
  async (_, first) => {
    const one = await lateMoney('adyen', { manual: true });
    const { scene, psp, id, charge } = one;
    scene.script(psp, 'cancel', ...Array(3).fill(nothingKnown));
    const approval = eventAbout(scene, 'authorization');
    scene.elsewhere(psp, id, 'capture', 1_000);
    const capture = eventAbout(scene, 'capture');
    for (const about of first) await scene.deliver(psp, about === 'capture' ? capture : approval);
    scene.script(psp, 'cancel');
    expect(await scene.deliver(psp, { ...capture, id: 'told_again' })).toBe(true);
    await settle(one);
    expect(await scene.deliver(psp, { ...capture, id: 'told_once_more' })).toBe(true);
    await settle(one);
    expect(charge().reversal).toMatchObject({ status: 'done', captured: 1_000 });
    expect(one.books()).toEqual({ captured: 1_000, refunded: 1_000 });
    expect(new Set(scene.calls('refund')).size).toBe(1);
  },
);

test('a return that a person called done, and that its event names afterwards, is not taken for a later refund in the dashboard', async () => {
  const one = await lateMoney('adyen', { manual: true });
  const { scene, id, charge, books } = one;
  scene.elsewhere('adyen', id, 'capture', 1_000);
  await scene.deliver('adyen', eventAbout(scene, 'capture'));
  await scene.pass(120_000);
  const ours = eventAbout(scene, 'refund');
  await scene.recover(24 * 60 + 10);
  expect(charge().reversal?.needs_review).toBe(true);
  await decided(one, { operation: charge().reversal?.id ?? '', outcome: 'succeeded' });
  expect(await scene.deliver('adyen', ours)).toBe(true);
  scene.elsewhere('adyen', id, 'capture', 1_599);
  scene.script('adyen', 'refund', ...Array(3).fill(nothingKnown));
  await scene.deliver('adyen', eventAbout(scene, 'capture'));
  scene.elsewhere('adyen', id, 'refund', 500);
  await scene.deliver('adyen', eventAbout(scene, 'refund'));
  scene.script('adyen', 'refund');
  await settle(one, ours);
  expect(books()).toEqual(allBack);
});

test('a list that shows a failed return as it was before does not end the next try', async () => {
  const one = await lateMoney('paypal');
  const { scene, charge, books } = one;
  await scene.pass(120_000);
  await scene.deliver('paypal', eventAbout(scene, 'authorization'));
  await scene.pass(120_000);
  expect(charge().reversal?.status).toBe('done');
  const { id: operation, amount } = charge().reversal ?? { id: '', amount: 0 };
  const refund = firstRefund(one);
  const failure = fails(one, refund);
  await scene.pass(120_000);
  expect(await scene.deliver('paypal', failure)).toBe(true);
  const { psp_reference = '' } = charge();
  const before = { outcome: 'captured', psp_reference, amount_captured: amount, amount_refunded: amount };
  const listed = { psp_reference: refund, operation, amount, status: 'succeeded' };
  scene.script('paypal', 'lookUp', ...Array(2).fill(before));
  scene.script(
    'paypal',
    'lookUpRefunds',
    ...Array(2).fill({ outcome: 'found', complete: true, refunds: [listed] }),
  );
  await scene.recover(3);
  scene.script('paypal', 'lookUp');
  scene.script('paypal', 'lookUpRefunds');
  await settle(one, failure);
  expect(books()).toEqual(allBack);
  expect(charge().reversal?.parts).toEqual({
    [refund]: 0,
    [one.scene.payment('paypal', one.id).operations.at(-1)?.id ?? '']: amount,
  });
});

test('the return of a late hold at Adyen ends with the hold, although its void is refused before that is told', async () => {
  const one = await lateMoney('adyen', { manual: true });
  const { scene, id, charge, books } = one;
  const news = eventAbout(scene, 'authorization');
  scene.lapse('adyen', id);
  const expiry = eventAbout(scene, 'authorization');
  await scene.deliver('adyen', news);
  await scene.pass(120_000);
  expect(charge().reversal).toMatchObject({ by: 'refund', amount: 2_599 });
  expect(await scene.deliver('adyen', expiry)).toBe(true);
  await settle(one, expiry);
  expect(charge().reversal?.status).toBe('done');
  expect(books()).toEqual({ captured: 0, refunded: 0 });
});

test('a void that a person called failed, and that released only what was left of the hold, does not end the return of the captured part', async () => {
  const one = await lateMoney('adyen', { manual: true });
  const { scene, id, charge, books } = one;
  const news = eventAbout(scene, 'authorization');
  scene.script('adyen', 'cancel', { outcome: 'pending', psp_reference: 'V' });
  await scene.deliver('adyen', news);
  const voided = charge().reversal?.id ?? '';
  expect(charge().reversal).toMatchObject({ by: 'cancel', status: 'accepted' });
  scene.elsewhere('adyen', id, 'capture', 1_000);
  await scene.deliver('adyen', eventAbout(scene, 'capture'));
  await scene.recover(24 * 60 + 10);
  expect(charge().reversal).toMatchObject({ needs_review: true, captured: 1_000 });
  await decided(one, { operation: voided, outcome: 'failed' });
  expect(charge().reversal).toMatchObject({ by: 'refund', amount: 1_000, status: 'open' });
  await scene.deliver('adyen', {
    id: 'voided',
    reference: id,
    psp_reference: charge().psp_reference ?? '',
    operation: voided,
    operation_reference: 'V',
    claim: { about: 'cancel', result: { outcome: 'succeeded', psp_reference: 'V' } },
  });
  await settle(one);
  expect(books()).toEqual({ captured: 1_000, refunded: 1_000 });
});

test('late money at Adyen goes back if one of the refunds that had returned it by then has failed', async () => {
  const one = await givenUp('adyen');
  const { scene, psp, id, charge } = one;
  scene.holdWebhooks();
  const since = scene.sent.length;
  scene.arrive(charge());
  scene.elsewhere(psp, id, 'refund', 300);
  scene.elsewhere(psp, id, 'refund', 2_299);
  scene.takeBack(psp, id, 'refund');
  for (const { event } of scene.sent.slice(since)) await scene.deliver(psp, event);
  const told = scene.sent.length;
  await scene.recover(10);
  for (const { event } of scene.sent.slice(told)) await scene.deliver(psp, event);
  expect(charge().reversal).toMatchObject({ by: 'refund', amount: 2_299, status: 'done' });
  expectSound(scene);
});
