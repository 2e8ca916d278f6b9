import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { OperationResult, PspEvent } from '../../lib/types/psp.ts';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, eventAbout, type OneCharge, unnamed } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { decided, reviewed } from './reviewed.ts';
import { createScene } from './scene.ts';

const whole = { amount: 2_599, currency: 'eur' };
const failed = { outcome: 'failed', reason: 'processor_error' } as const;
const nothingKnown = { outcome: 'unknown', doubt: 'timeout' };

const about = ({
  id,
  psp_reference = '',
}: Charge): Pick<PspEvent, 'reference' | 'psp_reference' | 'money'> => ({
  reference: id,
  psp_reference,
  money: whole,
});

/** Of a capture that is not ours, by the PSP's own name for it. */
const captureEvent = (charge: Charge, id: string, answer: OperationResult): PspEvent => ({
  ...about(charge),
  id,
  operation_reference: 'capture_of_its_own',
  claim: { about: 'capture', result: answer },
});

const voidedElsewhere = (charge: Charge): PspEvent => ({
  ...about(charge),
  id: 'voided',
  operation_reference: 'void_of_its_own',
  claim: { about: 'cancel', result: { outcome: 'succeeded', psp_reference: 'void_of_its_own' } },
});

/** The capture that followed by itself has failed, and nothing is captured. */
const automaticFails = async ({ scene, psp, id, charge }: OneCharge): Promise<void> => {
  const payment = scene.payment(psp, id);
  payment.status = 'authorized';
  payment.captured = 0;
  await scene.deliver(psp, captureEvent(charge(), 'capture_failed', failed));
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
};

describe('an automatic capture that Adyen reports failed', () => {
  test('is not made good by the event of its authorisation, which comes late', async () => {
    const one = await captured('adyen');
    const { scene, psp, charge } = one;
    const authorisation = eventAbout(scene, 'authorization');
    await automaticFails(one);
    await scene.deliver(psp, { ...authorisation, id: 'told_again' });
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });

  test('is not made good by it either once a person has decided of the cancel that followed', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    const authorisation = eventAbout(scene, 'authorization');
    await automaticFails(one);
    scene.operate('cancel', id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'canceled' });
    await scene.deliver(psp, { ...authorisation, id: 'told_again' });
    expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0 });
    expect(scene.reported('decision_contradicted')).toBe(0);
  });

  test('and is told once more under another id, fails no capture that the merchant has asked for since', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    await automaticFails(one);
    scene.plan('answer_lost', { times: 2 });
    scene.operate('capture', id);
    await scene.pass(29_000);
    await scene.deliver(psp, captureEvent(charge(), 'told_again', failed));
    expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
  });

  test('and that somebody makes good while a cancel is under way counts, once', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    await automaticFails(one);
    scene.operate('cancel', id);
    await scene.pass(800);
    expect(charge().status).toBe('canceling');
    scene.holdWebhooks();
    scene.elsewhere(psp, id, 'capture', 2_599);
    const capture = eventAbout(scene, 'capture');
    await scene.deliver(psp, capture);
    await scene.deliver(psp, { ...capture, id: 'told_again' });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599, external: true });
  });

  test('is not made good by the news of that very capture, which comes late', async () => {
    const one = await captured('adyen');
    const { scene, psp, charge } = one;
    await automaticFails(one);
    await scene.deliver(psp, captureEvent(charge(), 'late', { outcome: 'succeeded' }));
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });
});

describe('what a person decided gives way to what the PSP says', () => {
  test('a capture called failed is reported after all', async () => {
    const one = await reviewed('adyen', 'capture');
    const { scene, psp, charge } = one;
    await decided(one, { outcome: 'failed' });
    expect(charge().status).toBe('authorized');
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    await scene.deliver(psp, { ...eventAbout(scene, 'capture'), id: 'told_again' });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('a cancel called done has failed, by its name', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.plan('operation_refused');
    scene.operate('cancel', id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'succeeded' });
    expect(charge().status).toBe('canceled');
    await scene.deliver(psp, eventAbout(scene, 'cancel'));
    expect(charge().status).toBe('authorized');
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('a cancel called done where a look shows the hold', async () => {
    const one = await authorized('checkout_com');
    const { scene, psp, id, charge } = one;
    scene.script(psp, 'cancel', ...Array(60).fill(nothingKnown));
    scene.script(psp, 'lookUp', ...Array(200).fill(nothingKnown));
    scene.operate('cancel', id);
    await scene.pass(29_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'succeeded' });
    expect(charge().status).toBe('canceled');
    scene.script(psp, 'lookUp');
    scene.refresh(id);
    await scene.pass(10_000);
    expect(charge().status).toBe('authorized');
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  describe.each(['capture', 'cancel'] as const)('a %s called done where a look shows the hold', (kind) => {
    test.each([
      ['it is told by its name, before a look can show it', true],
      ['one made elsewhere is told, before a look can show it', false],
    ])('is done after all, once %s', async (_, ours) => {
      const one = await authorized('checkout_com');
      const { scene, psp, id, charge } = one;
      scene.script(psp, kind, ...Array(60).fill(nothingKnown));
      scene.script(psp, 'lookUp', ...Array(200).fill(nothingKnown));
      scene.operate(kind, id);
      await scene.pass(29_000);
      await scene.recover(24 * 60 + 5);
      await decided(one, { outcome: 'succeeded' });
      const psp_reference = charge().psp_reference ?? '';
      const held = { outcome: 'approved', psp_reference };
      scene.script(psp, 'lookUp', held, held);
      scene.refresh(id);
      await scene.pass(10_000);
      expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
      const notified = {
        id: 'told_late',
        reference: id,
        psp_reference,
        operation_reference: 'action_9',
        ...(ours ? { operation: charge()[kind]?.id ?? '' } : {}),
        money: whole,
        claim: { about: kind, result: { outcome: 'succeeded', psp_reference: 'action_9', amount: 2_599 } },
      } as const;
      expect(await scene.deliver(psp, notified)).toBe(false);
      const shown =
        kind === 'capture'
          ? { outcome: 'captured', psp_reference, amount_captured: 2_599 }
          : { outcome: 'canceled', psp_reference, hold: 'voided' };
      await scene.pass(120_000);
      scene.script(psp, 'lookUp', shown);
      expect(await scene.deliver(psp, notified)).toBe(true);
      expect(charge().status).toBe(kind === 'capture' ? 'captured' : 'canceled');
    });
  });

  test.each(['adyen', 'stripe', 'checkout_com'] as const)(
    'an attempt at %s called captured was declined: nobody has paid',
    async (psp) => {
      const scene = createScene({ psps: [profileOf(psp)] });
      const { id: session } = await scene.create();
      scene.holdWebhooks();
      for (const kind of ['authorize', 'lookUp', 'cancelByReference'])
        scene.script(psp, kind, ...Array(60).fill(nothingKnown));
      scene.confirm(session);
      await scene.pass(29_000);
      await scene.recover(24 * 60 + 5);
      const id = scene.chargesOf(session)[0]?.id ?? '';
      await decided({ scene, id }, { outcome: 'captured', psp_reference: 'payment_1' });
      expect(scene.session(session)?.payment_status).toBe('paid');
      const answer = { outcome: 'do_not_honor', psp_reference: 'payment_1' } as const;
      scene.script(psp, 'lookUp', ...Array(60).fill(answer));
      await scene.deliver(psp, {
        reference: id,
        id: 'refused',
        money: whole,
        claim: { about: 'authorization', result: answer },
      });
      expect(scene.session(session)?.payment_status).toBe('unpaid');
      expect(scene.store.charges.get(id)).toMatchObject({ status: 'failed', amount_captured: 0 });
      expect(scene.reported('decision_contradicted')).toBe(1);
    },
  );

  test.each([
    ['adyen', 120_000],
    ['checkout_com', 120_000],
    // The list still shows it as done.
    ['checkout_com', 0],
  ] as const)(
    'a refund at %s called failed succeeds and then fails, reported after %d ms: its amount is free',
    async (psp, after) => {
      const one = await captured(psp);
      const { scene, id, charge } = one;
      scene.plan('refund_never_told');
      scene.refund(id, 1_000);
      scene.script(psp, 'lookUpRefunds', ...Array(40).fill(nothingKnown));
      await scene.pass(120_000);
      await scene.recover(24 * 60 + 5);
      const operation = Object.keys(charge().refunds)[0] ?? '';
      await decided(one, { operation, outcome: 'failed' });
      scene.script(psp, 'lookUpRefunds');
      const its_own = scene.payment(psp, id).operations[0]?.id ?? '';
      const notified = {
        ...about(charge()),
        operation,
        operation_reference: its_own,
        money: { ...whole, amount: 1_000 },
      };
      const done = { outcome: 'succeeded', psp_reference: its_own, amount: 1_000 } as const;
      await scene.deliver(psp, { ...notified, id: 'done', claim: { about: 'refund', result: done } });
      expect(charge().amount_refundable).toBe(1_599);
      scene.takeBack(psp, id, 'refund');
      await scene.pass(after);
      await scene.deliver(psp, { ...notified, id: 'failed', claim: { about: 'refund', result: failed } });
      await scene.recover(10);
      expect(charge().amount_refundable).toBe(2_599);
    },
  );

  test('that a part was captured is no contradiction to the rest of the hold expiring', async () => {
    const one = await reviewed('adyen', 'capture', 1_000);
    const { scene, psp, charge, session } = one;
    await decided(one, { outcome: 'succeeded', amount: 1_000 });
    const answer = { outcome: 'canceled', hold: 'expired' } as const;
    await scene.deliver(psp, {
      ...about(charge()),
      id: 'expire',
      claim: { about: 'authorization', result: answer },
    });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
    expect(scene.session(session)?.payment_status).toBe('paid');
  });

  test('nor to the rest being voided in a dashboard', async () => {
    const one = await reviewed('adyen', 'capture', 1_000);
    const { scene, psp, charge, session } = one;
    await decided(one, { outcome: 'succeeded', amount: 1_000 });
    await scene.deliver(psp, voidedElsewhere(charge()));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, hold: 'voided' });
    expect(scene.session(session)?.payment_status).toBe('paid');
  });

  test('but that all was captured is one to a void in a dashboard', async () => {
    const one = await reviewed('adyen', 'capture');
    const { scene, psp, charge } = one;
    await decided(one, { outcome: 'succeeded' });
    await scene.deliver(psp, voidedElsewhere(charge()));
    expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('and that a part was, to a cancel that was asked for before the capture', async () => {
    const one = await reviewed('adyen', 'cancel');
    const { scene, psp, id, charge } = one;
    const voided = eventAbout(scene, 'cancel');
    await decided(one, { outcome: 'failed' });
    scene.script(psp, 'capture', { outcome: 'pending' });
    scene.operate('capture', id, 1_000);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'succeeded', amount: 1_000 });
    await scene.deliver(psp, voided);
    expect(scene.payment(psp, id)).toMatchObject({ status: 'canceled', captured: 0 });
    expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });
});

test('a capture of a part that Adyen has accepted outlives the rest of its hold', async () => {
  const { scene, psp, id, charge } = await authorized('adyen');
  scene.operate('capture', id, 1_000);
  await scene.pass(120_000);
  const answer = { outcome: 'canceled', hold: 'expired' } as const;
  await scene.deliver(psp, {
    ...about(charge()),
    id: 'expire',
    claim: { about: 'authorization', result: answer },
  });
  await scene.recover(35);
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'accepted' } });
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
});

test.each(['adyen', 'stripe'] as const)(
  'what was captured at %s is taken over although another session has the order by now',
  async (psp) => {
    const scene = createScene({ psps: [profileOf(psp)] });
    const one = await scene.create({ manual: true, order: 'order_1' });
    const other = await scene.create({ order: 'order_1' });
    scene.confirm(one.id);
    await scene.pass(90_000);
    scene.holdWebhooks();
    const charge = (): Charge | undefined => scene.chargesOf(one.id)[0];
    const { id = '', psp_reference = '' } = charge() ?? {};
    const answer = { outcome: 'canceled', hold: 'voided', psp_reference } as const;
    scene.script(psp, 'lookUp', answer);
    scene.elsewhere(psp, id, 'capture', 1_000);
    // That the rest was released is told first.
    await scene.deliver(psp, {
      reference: id,
      psp_reference,
      id: 'void',
      money: whole,
      claim: { about: 'authorization', result: answer },
    });
    expect(charge()?.status).toBe('canceled');
    scene.confirm(other.id);
    await scene.pass(90_000);
    expect(scene.session(other.id)?.payment_status).toBe('paid');
    expect(await scene.deliver(psp, eventAbout(scene, 'capture'))).toBe(true);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
    expect(scene.reported('order_paid_twice')).toBe(1);
  },
);

test.each([-100, 1.5])('a dispute of %d gives nothing free', async (amount) => {
  const { scene, psp, charge } = await captured('adyen');
  const dispute = { psp_reference: 'dispute_1', status: 'open', stage: 'dispute' } as const;
  await scene.deliver(psp, {
    ...about(charge()),
    id: 'dispute',
    money: { ...whole, amount },
    claim: { about: 'dispute', dispute },
  });
  expect(charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 2_599 });
});

test('more captured than was authorised is told to a person, and not asked for again', async () => {
  const { scene, psp, charge } = await authorized('stripe');
  scene.script(psp, 'lookUp', { outcome: 'unknown', doubt: 'amount_mismatch' });
  const done = { outcome: 'succeeded', psp_reference: 'capture_of_its_own', amount: 3_000 } as const;
  expect(await scene.deliver(psp, captureEvent(charge(), 'more', done))).toBe(true);
  expect(scene.reported('webhook_amount_mismatch')).toBe(1);
});

describe('a capture that failed and that Adyen repeats by itself', () => {
  const repeated = (charge: Charge, amount = 2_599): PspEvent => ({
    ...captureEvent(charge, 'repeated', {
      outcome: 'succeeded',
      psp_reference: 'capture_of_its_own',
      amount,
    }),
    again: true,
    money: { ...whole, amount },
  });

  test('counts, once', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.operate('capture', id);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    scene.takeBack(psp, id, 'capture');
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
    await scene.deliver(psp, repeated(charge(), 1_000));
    await scene.deliver(psp, {
      ...repeated(charge(), 1_000),
      id: 'told_again',
      operation_reference: 'another',
    });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, external: true });
  });

  test('counts if it followed by itself, too', async () => {
    const one = await captured('adyen');
    const { scene, psp, charge } = one;
    await automaticFails(one);
    await scene.deliver(psp, repeated(charge()));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  });

  test('is not believed if none has failed: the mark of a repetition is not signed', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.operate('capture', id, 1_000);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    await scene.deliver(psp, repeated(charge(), 1_000));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
  });
});

test.each(['ours', 'the other one'])(
  'a capture of ours and one made elsewhere both fail, %s first: nothing is left',
  async (first) => {
    const { scene, psp, id, charge } = await authorized('adyen');
    scene.operate('capture', id, 500);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    scene.elsewhere(psp, id, 'capture', 1_000);
    const other = eventAbout(scene, 'capture');
    await scene.deliver(psp, other);
    expect(charge()).toMatchObject({ amount_captured: 1_500 });
    const failures = [charge().capture?.psp_reference, other.operation_reference].map((psp_id) => {
      scene.takeBack(psp, id, 'capture', psp_id);
      return eventAbout(scene, 'capture');
    });
    for (const event of first === 'ours' ? failures : failures.toReversed()) await scene.deliver(psp, event);
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
    expectSound(scene);
  },
);

test('the failure of a capture made elsewhere waits while the look-up may still show that capture', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  const { psp_reference = '' } = charge();
  scene.elsewhere(psp, id, 'capture', 1_000);
  scene.takeBack(psp, id, 'capture');
  scene.script(psp, 'lookUp', { outcome: 'captured', psp_reference, amount_captured: 1_000 });
  expect(await scene.deliver(psp, eventAbout(scene, 'capture'))).toBe(false);
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  await scene.recover(24 * 60);
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  expect(charge().unbelieved).toBeUndefined();
  expectSound(scene);
});

test('a failure under an Adyen id that may be ours waits until it is known whose it is', async () => {
  const { scene, psp, id, charge } = await authorized('adyen');
  scene.plan('answer_lost', { times: 2 });
  scene.operate('capture', id);
  await scene.pass(29_000);
  expect(charge().capture?.status).toBe('open');
  const failure = captureEvent(charge(), 'failed', failed);
  expect(await scene.deliver(psp, failure)).toBe(false);
  await scene.pass(120_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(await scene.deliver(psp, failure)).toBe(true);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
});

test("and is left to a person if nothing else is heard: it may be another capture's", async () => {
  const { scene, psp, id, charge } = await authorized('adyen');
  scene.plan('answer_lost', { times: 99 });
  scene.operate('capture', id);
  await scene.pass(29_000);
  const failure = captureEvent(charge(), 'failed', failed);
  expect(await scene.deliver(psp, failure)).toBe(false);
  await scene.pass(11 * 60_000);
  expect(await scene.deliver(psp, failure)).toBe(true);
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
});

// Seed 18925.
test('a failure that Adyen reports before the success, under an id not yet known, counts', async () => {
  const { scene, psp, id, charge } = await authorized('adyen');
  scene.operate('capture', id);
  await scene.pass(120_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  scene.takeBack(psp, id, 'capture');
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  scene.plan('answer_lost', { times: 2 });
  scene.operate('capture', id);
  await scene.pass(120_000);
  expect(charge()).toMatchObject({ status: 'capturing', former_captures: 1 });
  const success = eventAbout(scene, 'capture');
  scene.takeBack(psp, id, 'capture');
  const failure = unnamed(eventAbout(scene, 'capture'), true);
  expect(failure.operation_reference).toBe(success.operation_reference);
  expect(await scene.deliver(psp, failure)).toBe(true);
  expect(charge().status).toBe('capturing');
  await scene.deliver(psp, success);
  expect(charge()).toMatchObject({
    status: 'authorized',
    amount_captured: 0,
    capture: { status: 'failed' },
  });
});

// Seed 21505.
describe('an automatic capture that failed before anybody heard of it', () => {
  const held = async () => {
    const scene = createScene({ psps: [profileOf('bare')] });
    const { id: session } = await scene.create();
    scene.script('bare', 'authorize', { outcome: 'approved', psp_reference: 'payment_1' });
    scene.confirm(session);
    await scene.pass(90_000);
    const charge = (): Charge => {
      const [first] = scene.chargesOf(session);
      if (!first) throw new Error('nothing was charged');
      return first;
    };
    const notified = (): PspEvent => ({
      ...about(charge()),
      id: 'late',
      claim: {
        about: 'authorization',
        result: { outcome: 'captured', psp_reference: 'payment_1', amount_captured: 2_599 },
      },
    });
    const capturePart = async (): Promise<void> => {
      scene.script('bare', 'capture', { outcome: 'succeeded', amount: 1_000, psp_reference: 'capture_2' });
      scene.operate('capture', charge().id, 1_000);
      await scene.pass(10_000);
      expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
    };
    return { scene, charge, messages: notified, capturePart };
  };

  test('is not made good by the event of its authorisation', async () => {
    const { scene, charge, messages: notified } = await held();
    expect(charge().status).toBe('authorized');
    await scene.deliver('bare', captureEvent(charge(), 'capture_failed', failed));
    await scene.deliver('bare', notified());
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });

  test('nor does that event add to what the merchant has captured since, whether or not the failure was told', async () => {
    const { scene, charge, messages: notified, capturePart } = await held();
    await capturePart();
    await scene.deliver('bare', notified());
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
  });
});

// Seed 20669.
test('a capture made elsewhere at Square after ours failed counts, though its event came while the look showed neither', async () => {
  const { scene, psp, id, charge } = await authorized('square');
  const { psp_reference = '' } = charge();
  scene.operate('capture', id);
  await scene.pass(20 * 60_000);
  const shown = { outcome: 'approved', psp_reference } as const;
  scene.takeBack(psp, id, 'capture');
  const failure = eventAbout(scene, 'capture');
  scene.elsewhere(psp, id, 'capture', 2_599);
  const success = eventAbout(scene, 'capture');
  scene.script(psp, 'lookUp', shown, shown);
  expect(await scene.deliver(psp, success)).toBe(false);
  await scene.deliver(psp, failure);
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  scene.script(psp, 'lookUp');
  await scene.pass(10 * 60_000);
  expect(await scene.deliver(psp, success)).toBe(true);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
});

test('money of an attempt that was given up, captured at Adyen in two parts, goes back whole', async () => {
  const { scene, id, charge } = await givenUp('adyen', { manual: true });
  scene.holdWebhooks();
  scene.arrive(charge());
  await scene.pass(60_000);
  scene.elsewhere('adyen', id, 'capture', 1_000);
  const one = eventAbout(scene, 'capture');
  await scene.pass(5_000);
  scene.elsewhere('adyen', id, 'capture', 1_599);
  const other = eventAbout(scene, 'capture');
  await scene.deliver('adyen', one);
  expect(await scene.deliver('adyen', other)).toBe(false);
  for (let round = 0; round < 3; round++) {
    await scene.recover(10);
    for (const { event } of [...scene.sent]) await scene.deliver('adyen', event);
  }
  const payment = scene.payment('adyen', id);
  expect([payment.captured, payment.refunded]).toEqual([2_599, 2_599]);
  expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_599 });
});

test('the end of what is left of a hold at Adyen does not end our capture of a part, of which nobody has heard yet', async () => {
  const { scene, psp, id, session, charge } = await authorized('adyen');
  scene.plan('answer_lost', { times: 9 });
  scene.operate('capture', id, 1_000);
  await scene.pass(120_000);
  const capture = eventAbout(scene, 'capture');
  await scene.recover(24 * 60 + 5);
  expect(charge()).toMatchObject({ status: 'needs_review', capture: { status: 'open' } });
  await scene.deliver(psp, {
    ...about(charge()),
    id: 'expired',
    claim: { about: 'authorization', result: { outcome: 'canceled', hold: 'expired' } },
  });
  expect(charge()).toMatchObject({ status: 'needs_review', hold: 'expired' });
  await scene.deliver(psp, capture);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000 });
  expect(scene.session(session)?.payment_status).toBe('paid');
  expectSound(scene);
});

test('the success of a capture of ours that is known as failed is heard, although the look-up does not show it yet', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.plan('request_lost', { times: 2 });
  scene.operate('capture', id);
  await scene.pass(20 * 60_000);
  const { capture } = charge();
  if (!capture) throw new Error('nothing was asked for');
  await scene.deliver(psp, {
    ...about(charge()),
    id: 'failed',
    operation: capture.id,
    claim: { about: 'capture', result: failed },
  });
  expect(charge()).toMatchObject({ status: 'authorized', capture: { status: 'failed' } });
  scene.operationArrives(psp, id, 'capture', capture);
  await scene.pass(120_000);
  const success = eventAbout(scene, 'capture');
  const { psp_reference = '' } = charge();
  scene.script(psp, 'lookUp', { outcome: 'approved', psp_reference });
  expect(await scene.deliver(psp, success)).toBe(false);
  expect(await scene.deliver(psp, success)).toBe(true);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  expectSound(scene);
});

// Seed 61030.
test.each(['before', 'after'])(
  'a part of money that came too late, refunded in the dashboard at Adyen %s ours is sent, is no part of ours',
  async (when) => {
    const psp = 'adyen';
    const { scene, id, charge } = await givenUp(psp);
    scene.holdWebhooks();
    scene.arrive(charge());
    const news = eventAbout(scene, 'authorization');
    if (when === 'after') scene.script(psp, 'refund', ...Array(3).fill(nothingKnown));
    else
      scene.script(psp, 'refund', { outcome: 'unknown', doubt: 'timeout' }, ...Array(2).fill(nothingKnown));
    await scene.deliver(psp, news);
    expect(charge().reversal).toMatchObject({ by: 'refund', status: 'sent', amount: 2_599 });
    scene.elsewhere(psp, id, 'refund', 1_000);
    await scene.deliver(psp, eventAbout(scene, 'refund'));
    scene.script(psp, 'refund');
    for (let round = 0; round < 3; round++) {
      await scene.recover(60);
      for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
    }
    const { captured, refunded } = scene.payment(psp, id);
    expect([captured, refunded]).toEqual([2_599, 2_599]);
    expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_599 });
  },
);

// Seed 29400.
test('a part of money that came too late, refunded in the dashboard at Adyen before anybody knew of the money, is no part of ours', async () => {
  const psp = 'adyen';
  const { scene, id, charge } = await givenUp(psp);
  scene.holdWebhooks();
  scene.arrive(charge());
  const news = eventAbout(scene, 'authorization');
  scene.elsewhere(psp, id, 'refund', 1_000);
  const refund = eventAbout(scene, 'refund');
  expect(await scene.deliver(psp, refund)).toBe(false);
  expect(charge().refunds).toEqual({});
  await scene.deliver(psp, news);
  expect(await scene.deliver(psp, refund)).toBe(true);
  for (let round = 0; round < 3; round++) {
    await scene.recover(60);
    for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
  }
  const { captured, refunded } = scene.payment(psp, id);
  expect([captured, refunded]).toEqual([2_599, 2_599]);
  expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_599 });
});

// Seed 31385.
test('what is captured elsewhere after a part had been captured and refunded there, while a void was under way, goes back, too', async () => {
  const psp = 'checkout_com';
  const { scene, id, charge } = await givenUp(psp, { manual: true });
  scene.holdWebhooks();
  scene.arrive(charge());
  await scene.pass(120_000);
  scene.script(psp, 'cancel', { outcome: 'pending' });
  await scene.deliver(psp, eventAbout(scene, 'authorization'));
  await scene.recover(2);
  expect(charge().reversal).toMatchObject({ by: 'cancel', status: 'accepted' });
  scene.elsewhere(psp, id, 'capture', 1_000);
  scene.elsewhere(psp, id, 'refund', 1_000);
  await scene.pass(120_000);
  await scene.deliver(psp, {
    ...about(charge()),
    id: 'not_voided',
    operation: charge().reversal?.id ?? '',
    claim: { about: 'cancel', result: failed },
  });
  await scene.recover(10);
  expect(charge().reversal).toMatchObject({ by: 'refund', status: 'done' });
  scene.elsewhere(psp, id, 'capture', 1_599);
  await scene.pass(120_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.recover(60);
  const { captured, refunded } = scene.payment(psp, id);
  expect([captured, refunded]).toEqual([2_599, 2_599]);
  expect(charge().reversal).toMatchObject({ status: 'done', captured: 2_599 });
});

// Seed 5872.
test('a refund made elsewhere that fails while the rest is on its way back waits, and goes back afterwards, too', async () => {
  const { scene, id, charge } = await givenUp('keeps_success');
  scene.holdWebhooks();
  scene.arrive(charge());
  scene.elsewhere('keeps_success', id, 'refund', 1_000);
  scene.script('keeps_success', 'refund', ...Array(9).fill(nothingKnown));
  await scene.pass(60_000);
  scene.refresh(id);
  await scene.recover(2);
  expect(charge().reversal).toMatchObject({ status: 'sent', amount: 1_599 });
  scene.takeBack('keeps_success', id, 'refund');
  const failure = scene.sent.findLast(({ event }) => event.claim.about === 'refund')?.event;
  if (!failure) throw new Error('nothing was told');
  expect(await scene.deliver('keeps_success', failure)).toBe(false);
  scene.script('keeps_success', 'refund');
  await scene.recover(60);
  expect(scene.payment('keeps_success', id).refunded).toBe(2_599);
  expect(charge().reversal).toMatchObject({ status: 'done' });
});

/** Money that came too late, whose return a person has to decide: the PSP has not said what became of it, and has refunded nothing. */
const returnLeftToPerson = async () => {
  const one = await givenUp('keeps_success');
  const { scene, id, charge } = one;
  scene.script('keeps_success', 'refund', ...Array(99).fill(nothingKnown));
  scene.arrive(charge());
  await scene.pass(60_000);
  scene.refresh(id);
  await scene.pass(20_000);
  await scene.recover(24 * 60 + 10);
  const { reversal } = charge();
  expect(reversal?.needs_review).toBe(true);
  return { ...one, operation: reversal?.id ?? '' };
};

test('a person who calls money returned that the PSP still has is contradicted when the PSP is asked', async () => {
  const { scene, id, operation } = await returnLeftToPerson();
  await decided({ scene, id }, { operation, outcome: 'succeeded' });
  expect(scene.reported('decision_contradicted')).toBe(0);
  scene.refresh(id);
  await scene.pass(20_000);
  expect(scene.payment('keeps_success', id).refunded).toBe(0);
  expect(scene.reported('decision_contradicted')).toBe(1);
});

test('so is one who calls a part of it returned, though the rest has gone back since', async () => {
  const { scene, id, charge, operation } = await returnLeftToPerson();
  scene.script('keeps_success', 'refund');
  await decided({ scene, id }, { operation, outcome: 'succeeded', amount: 1_000 });
  await scene.recover(10);
  expect(charge().reversal).toMatchObject({ status: 'done', amount: 1_599 });
  expect(scene.payment('keeps_success', id).refunded).toBe(1_599);
  scene.refresh(id);
  await scene.pass(20_000);
  expect(scene.reported('decision_contradicted')).toBe(1);
});

test('a way back that was left to a person, and has failed since, is tried the other way on a schedule of its own', async () => {
  const scene = createScene({ psps: [profileOf('adyen')] });
  const { id: session } = await scene.create();
  scene.plan('request_lost', { times: 4 });
  scene.confirm(session);
  await scene.pass(29_000);
  await scene.recover(24 * 60 + 5);
  const [first] = scene.chargesOf(session);
  if (!first) throw new Error('nothing was charged');
  const charge = () => scene.store.charges.get(first.id) ?? first;
  await decided({ scene, id: first.id }, { outcome: 'absent' });
  scene.confirm(session);
  await scene.pass(60_000);
  scene.holdWebhooks();
  for (const kind of ['refund', 'cancel'])
    scene.script('adyen', kind, ...Array(40).fill({ outcome: 'pending', psp_reference: 'r1' }));
  scene.arrive(first);
  await scene.pass(60_000);
  for (const { psp, event } of [...scene.sent]) await scene.deliver(psp, event);
  await scene.recover(24 * 60 + 10);
  const before = charge().reversal;
  expect(before?.needs_review).toBe(true);
  await scene.deliver('adyen', {
    ...about(charge()),
    id: 'failed_late',
    operation: before?.id ?? '',
    operation_reference: 'r1',
    claim: { about: before?.by === 'cancel' ? 'cancel' : 'refund', result: failed },
  });
  expect(charge().reversal?.id).not.toBe(before?.id);
  await scene.recover(24 * 60 + 10);
  expect(charge().reversal?.needs_review).toBe(true);
});

test('what was held and is captured on its way back goes back once, however often its capture is told', async () => {
  const { scene, id, charge } = await givenUp('found_only', { manual: true });
  scene.holdWebhooks();
  scene.arrive(charge());
  scene.elsewhere('found_only', id, 'capture', 2_599);
  const capture = eventAbout(scene, 'capture');
  const { psp_reference = '' } = capture;
  scene.script('found_only', 'lookUp', ...Array(2).fill({ outcome: 'approved', psp_reference }));
  await scene.deliver('found_only', eventAbout(scene, 'authorization'));
  scene.script('found_only', 'lookUp');
  await scene.recover(30);
  const payment = scene.payment('found_only', id);
  expect(payment.refunded).toBe(2_599);
  await scene.deliver('found_only', capture);
  await scene.deliver('found_only', { ...capture, id: 'told_again' });
  expect(charge().reversal).toMatchObject({ by: 'refund', status: 'done' });
});

test('a look that slept while the capture of its payment failed captures nothing', async () => {
  const scene = createScene({ psps: [profileOf('stripe')] });
  const { id: session } = await scene.create();
  scene.plan('automatic_capture_fails');
  scene.plan('request_lost', { times: 3 });
  scene.confirm(session);
  await scene.pass(29_000);
  const [charge] = scene.chargesOf(session);
  if (!charge) throw new Error('nothing was charged');
  scene.holdWebhooks();
  scene.arrive(charge);
  const { id: psp_reference } = scene.payment('stripe', charge.id);
  let wake: (shown: unknown) => void = () => undefined;
  const asleep = new Promise((resolve) => {
    wake = resolve;
  });
  // Some of them are ended by their time, and some go on.
  const looks = 6;
  scene.script('stripe', 'lookUp', ...Array(looks).fill(asleep));
  for (let look = 0; look < looks; look++) scene.refresh(charge.id);
  await scene.pass(2_400_000);
  expect(scene.payment('stripe', charge.id).status).toBe('authorized');
  await scene.recover(1);
  const current = { status: 'authorized', amount_captured: 0 };
  expect(scene.chargesOf(session)).toMatchObject([current]);
  wake({ outcome: 'captured', amount_captured: 2_599, psp_reference });
  await scene.pass(60_000);
  expect(scene.chargesOf(session)).toMatchObject([current]);
});

test('an answer that slept while its capture failed captures nothing', async () => {
  const scene = createScene({ psps: [profileOf('stripe')] });
  const { id: session } = await scene.create();
  scene.holdWebhooks();
  scene.plan('automatic_capture_fails');
  let wake: (answer: unknown) => void = () => undefined;
  const asleep = new Promise((resolve) => {
    wake = resolve;
  });
  scene.script('stripe', 'authorize', asleep);
  scene.confirm(session);
  await scene.pass(1_000);
  const [charge] = scene.chargesOf(session);
  if (!charge) throw new Error('nothing was charged');
  scene.arrive(charge);
  const { id: psp_reference } = scene.payment('stripe', charge.id);
  await scene.pass(2_400_000);
  await scene.recover(1);
  const current = { status: 'authorized', amount_captured: 0 };
  expect(scene.chargesOf(session)).toMatchObject([current]);
  wake({ outcome: 'captured', amount_captured: 2_599, psp_reference });
  await scene.pass(60_000);
  expect(scene.chargesOf(session)).toMatchObject([current]);
});

test('a capture that has failed since is not done because its repeat is answered from memory', async () => {
  const { scene, psp, id, charge } = await authorized('square');
  scene.holdWebhooks();
  scene.plan('answer_lost', { times: 4 });
  scene.operate('capture', id);
  await scene.pass(29_000);
  scene.takeBack(psp, id, 'capture');
  await scene.recover(6);
  await scene.recover(30);
  expect(scene.calls('capture').at(-1)).toContain('succeeded');
  expect(charge()).toMatchObject({ status: 'capturing', amount_captured: 0 });
  scene.lapse(psp, id);
  await scene.recover(120);
  expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0 });
});

test('an answer that comes after an older look is confirmed by another one', async () => {
  const scene = createScene({ psps: [profileOf('stripe')] });
  const { id: session } = await scene.create();
  scene.holdWebhooks();
  let wake: (answer: unknown) => void = () => undefined;
  const asleep = new Promise((resolve) => {
    wake = resolve;
  });
  scene.script('stripe', 'authorize', asleep);
  scene.confirm(session);
  await scene.pass(1_000);
  const [charge] = scene.chargesOf(session);
  if (!charge) throw new Error('nothing was charged');
  scene.arrive(charge);
  const { id: psp_reference } = scene.payment('stripe', charge.id);
  scene.script('stripe', 'lookUp', { outcome: 'approved', psp_reference });
  scene.refresh(charge.id);
  await scene.pass(10_000);
  expect(scene.chargesOf(session)).toMatchObject([{ status: 'authorized' }]);
  wake({ outcome: 'captured', amount_captured: 2_599, psp_reference });
  await scene.pass(15_000);
  expect(scene.chargesOf(session)).toMatchObject([{ status: 'captured', amount_captured: 2_599 }]);
});

test('a void reported while a look still shows the failed capture is not lost', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.operate('capture', id);
  await scene.pass(120_000);
  await scene.recover(1);
  expect(charge().status).toBe('captured');
  scene.holdWebhooks();
  const { id: psp_reference } = scene.payment(psp, id);
  scene.takeBack(psp, id, 'capture');
  scene.elsewhere(psp, id, 'cancel');
  const shown = { outcome: 'captured', amount_captured: 2_599, psp_reference };
  scene.script(psp, 'lookUp', shown, shown);
  const voided = eventAbout(scene, 'authorization');
  expect(await scene.deliver(psp, voided)).toBe(false);
  scene.script(psp, 'lookUp');
  await scene.pass(900_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.pass(900_000);
  await scene.deliver(psp, voided);
  expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0, hold: 'voided' });
});

test('a failure that came before a capture was sent again does not end the one under way', async () => {
  const one = await authorized('checkout_com');
  const { scene, psp, id, charge } = one;
  scene.plan('operation_refused');
  scene.plan('answer_lost');
  scene.operate('capture', id, 1_000);
  await scene.pass(60_000);
  const failure = eventAbout(scene, 'capture');
  scene.elsewhere(psp, id, 'capture', 600);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(await scene.deliver(psp, failure)).toBe(false);
  await scene.recover(30);
  // The PSP does not respond when it is asked about the failure.
  scene.script(psp, 'lookUp', { outcome: 'unknown', doubt: 'timeout' });
  await scene.recover(30);
  expect(charge().capture?.status).toBe('accepted');
  await scene.deliver(psp, failure);
  expect(charge().capture?.status).toBe('accepted');
});

test('a capture of more than ours asked for, reported while ours is under way, is not taken for ours', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.holdWebhooks();
  scene.elsewhere(psp, id, 'capture', 1_551);
  const foreign = eventAbout(scene, 'capture');
  scene.plan('answer_lost', { times: 4 });
  scene.operate('capture', id, 42);
  await scene.pass(29_000);
  const { id: psp_reference } = scene.payment(psp, id);
  scene.script(psp, 'lookUp', { outcome: 'captured', amount_captured: 1_551, psp_reference });
  await scene.deliver(psp, foreign);
  expect(charge()).toMatchObject({ amount_captured: 1_551, capture: { status: 'open' } });
  await scene.recover(60);
  expect(charge()).toMatchObject({ amount_captured: 1_593, capture: { status: 'done' } });
});
