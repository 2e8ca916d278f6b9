import { describe, expect, test } from '@jest/globals';
import { readDispute } from '../../lib/psp/adyen/read-dispute.ts';
import { readEvent } from '../../lib/psp/paypal/read-event.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import { captured, eventAbout, type OneCharge } from './authorized.ts';
import { givenUp } from './given-up.ts';

const whole = 2_599;
const minute = 60_000;

type Step = readonly [stage: string, outcome?: string, amount_refunded?: string];

const euros = (value: string) => ({ currency_code: 'EUR', value });

/** PayPal's event of a dispute of everything, as its adapter reads it. */
const told = (
  { id, psp_reference }: Charge,
  event: string,
  [stage, outcome, amount_refunded]: Step,
  update_time: string | undefined,
) =>
  readEvent(
    event,
    outcome === undefined ? 'CUSTOMER.DISPUTE.UPDATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    {
      dispute_id: 'PP-D-1',
      dispute_amount: euros('25.99'),
      dispute_life_cycle_stage: stage,
      update_time,
      status: outcome === undefined ? 'OPEN' : 'RESOLVED',
      ...(outcome !== undefined && {
        dispute_outcome: {
          outcome_code: outcome,
          ...(amount_refunded !== undefined && { amount_refunded: euros(amount_refunded) }),
        },
      }),
    },
    { charge: id, ...defined({ order: psp_reference }) },
  );

const timeOf = ({ scene }: OneCharge): string => new Date(scene.now()).toISOString();

/** What PayPal tells of the one dispute that a transaction can have, in this order. */
const tell = async (one: OneCharge, name: string, ...steps: readonly Step[]): Promise<void> => {
  const { scene, psp, charge } = one;
  for (const [index, step] of steps.entries()) {
    expect(await scene.deliver(psp, told(charge(), `${name}_${index}`, step, timeOf(one)))).toBe(true);
    await scene.pass(minute);
  }
};

// PayPal, "Disputes frequently asked questions" (12 May 2025): the same dispute id is kept for all disputes and chargebacks of a transaction; the stage
// can move to a previous one, when the customer files a case with the bank or changes the reason; a closed dispute can be reopened, for instance because
// the buyer files an external chargeback.
describe('a dispute that PayPal opens again under its id', () => {
  test('at the stage at which it was won holds its amount', async () => {
    const one = await captured('paypal');
    const { scene, id, charge } = one;
    await tell(one, 'first', ['CHARGEBACK'], ['CHARGEBACK', 'RESOLVED_SELLER_FAVOUR'], ['CHARGEBACK']);
    expect(charge().amount_refundable).toBe(0);
    const refund = scene.refund(id);
    await scene.pass(minute);
    expect(refund.given()?.body).toContain('charge_disputed');
  });

  test('at an earlier stage, and that is lost then, is lost', async () => {
    const one = await captured('paypal');
    const { charge } = one;
    await tell(
      one,
      'internal',
      ['CHARGEBACK'],
      ['CHARGEBACK', 'RESOLVED_BUYER_FAVOUR'],
      ['PRE_ARBITRATION'],
      ['PRE_ARBITRATION', 'RESOLVED_SELLER_FAVOUR'],
    );
    expect(charge()).toMatchObject({ amount_refundable: whole, amount_refundable_disputed: whole });
    await tell(one, 'external', ['CHARGEBACK'], ['CHARGEBACK', 'RESOLVED_BUYER_FAVOUR']);
    expect(charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 0 });
  });

  test('is open, although the event of its first end comes last', async () => {
    const one = await captured('paypal');
    const { scene, psp, charge } = one;
    await tell(one, 'opened', ['CHARGEBACK']);
    const won = told(charge(), 'won', ['CHARGEBACK', 'RESOLVED_SELLER_FAVOUR'], timeOf(one));
    await scene.pass(minute);
    await tell(one, 'again', ['CHARGEBACK']);
    expect(await scene.deliver(psp, won)).toBe(true);
    expect(charge().amount_refundable).toBe(0);
  });

  test('keeps late money where it is', async () => {
    const one = await givenUp('paypal');
    const { scene, psp, id, charge } = one;
    scene.holdWebhooks();
    scene.arrive(charge());
    await scene.pass(3 * minute);
    await tell(one, 'first', ['CHARGEBACK']);
    await scene.deliver(psp, eventAbout(scene, 'authorization'));
    await scene.recover(10);
    expect(charge().reversal).toMatchObject({ status: expect.not.stringMatching('done') });
    // The function that would send it back gets no answer, until the buyer has gone to the bank.
    scene.script(psp, 'lookUp', ...Array(4).fill({ outcome: 'unknown', doubt: 'timeout' }));
    scene.script(psp, 'refund', ...Array(4).fill({ outcome: 'unknown', doubt: 'timeout' }));
    await tell(one, 'second', ['CHARGEBACK', 'RESOLVED_SELLER_FAVOUR'], ['CHARGEBACK']);
    scene.script(psp, 'lookUp');
    scene.script(psp, 'refund');
    await scene.recover(30);
    expect(scene.payment(psp, id).refunded).toBe(0);
  });
});

describe('a dispute at PayPal that is lost in part', () => {
  const lost = ['CHARGEBACK', 'RESOLVED_BUYER_FAVOUR'] as const;
  const inPart = [...lost, '10.00'] as const;

  test.each<[string, readonly Step[]]>([
    ['before a report without the amount', [inPart, lost]],
    ['after a report without the amount', [lost, inPart]],
  ])('by a report %s, takes that part', async (_, steps) => {
    const one = await captured('paypal');
    await tell(one, 'lost', ['CHARGEBACK'], ...steps);
    expect(one.charge()).toMatchObject({ amount_refundable: 1_599, amount_refundable_disputed: 1_599 });
  });

  test('takes that part, although the report without the amount has no time', async () => {
    const one = await captured('paypal');
    const { scene, psp, charge } = one;
    await tell(one, 'lost', ['CHARGEBACK'], inPart);
    await scene.deliver(psp, told(charge(), 'again', lost, undefined));
    expect(charge().amount_refundable).toBe(1_599);
  });

  test('takes all that is disputed for as long as the part is not reported', async () => {
    const one = await captured('paypal');
    await tell(one, 'lost', lost);
    expect(one.charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 0 });
  });
});

/** Adyen's event of a dispute of everything, as its adapter reads it. */
const toldByAdyen = ({ id, psp_reference }: Charge, code: string): PspEvent => {
  const dispute = readDispute(code, 'dispute_1', {});
  if (!dispute) throw new Error(`${code} is not about a dispute`);
  return {
    id: code,
    reference: id,
    psp_reference: psp_reference ?? `${id}_payment`,
    operation_reference: 'dispute_1',
    money: { amount: whole, currency: 'eur' },
    ...(code === 'DISPUTE_DEFENSE_PERIOD_ENDED' && { unless_inquiry: true }),
    claim: { about: 'dispute', dispute },
  };
};

/** The bank takes the money; Adyen gives it back while the bank looks at the defence, and the bank may take it once more. */
const booksOf = ({ scene, psp, id }: OneCharge) => ({
  taken: (): void => {
    scene.payment(psp, id).disputed += whole;
  },
  lent: (): void => {
    scene.payment(psp, id).disputed -= whole;
  },
  returned: (): number => scene.payment(psp, id).refunded + scene.payment(psp, id).disputed,
});

// Adyen's reference of CHARGEBACK_REVERSED: it is not final; with a second chargeback, the case can still be lost.
describe('a chargeback that Adyen reverses for as long as the bank looks at the defence', () => {
  test('is still open: its amount is not refunded beside the second chargeback', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    const { taken, lent, returned } = booksOf(one);
    taken();
    await scene.deliver(psp, toldByAdyen(charge(), 'NOTIFICATION_OF_CHARGEBACK'));
    await scene.deliver(psp, toldByAdyen(charge(), 'CHARGEBACK'));
    lent();
    await scene.deliver(psp, toldByAdyen(charge(), 'CHARGEBACK_REVERSED'));
    const refund = scene.refund(id);
    await scene.pass(minute);
    taken();
    await scene.deliver(psp, toldByAdyen(charge(), 'SECOND_CHARGEBACK'));
    expect(refund.given()?.body).toContain('charge_disputed');
    expect(returned()).toBe(whole);
  });

  test.each(['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'PREARBITRATION_WON', 'SCHEME_ARBITRATION_WON'])(
    'is won with %s',
    async (end) => {
      const { scene, psp, charge } = await captured('adyen');
      for (const code of ['CHARGEBACK', 'CHARGEBACK_REVERSED', end])
        await scene.deliver(psp, toldByAdyen(charge(), code));
      expect(charge()).toMatchObject({ amount_refundable: whole, amount_refundable_disputed: whole });
    },
  );

  test('keeps late money where it is until it has ended', async () => {
    const one = await givenUp('adyen');
    const { scene, psp, charge } = one;
    scene.holdWebhooks();
    scene.arrive(charge());
    const { taken, lent, returned } = booksOf(one);
    taken();
    await scene.deliver(psp, toldByAdyen(charge(), 'CHARGEBACK'));
    await scene.deliver(psp, eventAbout(scene, 'authorization'));
    await scene.recover(10);
    expect(returned()).toBe(whole);
    lent();
    await scene.deliver(psp, toldByAdyen(charge(), 'CHARGEBACK_REVERSED'));
    await scene.recover(10);
    taken();
    await scene.deliver(psp, toldByAdyen(charge(), 'SECOND_CHARGEBACK'));
    await scene.recover(10);
    expect(returned()).toBe(whole);
  });
});

// Adyen, "Dispute flow": a request for information withdraws no money. Without an answer to it, a chargeback may follow.
describe('a request for information at Adyen whose time has passed', () => {
  test('has taken nothing yet', async () => {
    const { scene, psp, charge } = await captured('adyen');
    for (const code of ['REQUEST_FOR_INFORMATION', 'DISPUTE_DEFENSE_PERIOD_ENDED'])
      await scene.deliver(psp, toldByAdyen(charge(), code));
    expect(charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: whole });
    expect(Object.values(charge().disputes)).toMatchObject([{ status: 'open', stage: 'inquiry' }]);
  });

  test('is lost, if a chargeback follows that nobody defends either', async () => {
    const { scene, psp, charge } = await captured('adyen');
    for (const code of ['REQUEST_FOR_INFORMATION', 'DISPUTE_DEFENSE_PERIOD_ENDED', 'CHARGEBACK'])
      await scene.deliver(psp, toldByAdyen(charge(), code));
    await scene.deliver(psp, toldByAdyen(charge(), 'DISPUTE_DEFENSE_PERIOD_ENDED'));
    expect(charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 0 });
  });

  test('returns no late money', async () => {
    const { scene, psp, charge } = await givenUp('adyen');
    scene.holdWebhooks();
    scene.arrive(charge());
    for (const code of ['REQUEST_FOR_INFORMATION', 'DISPUTE_DEFENSE_PERIOD_ENDED'])
      await scene.deliver(psp, toldByAdyen(charge(), code));
    await scene.deliver(psp, eventAbout(scene, 'authorization'));
    await scene.recover(10);
    expect(charge().reversal).toMatchObject({ status: expect.not.stringMatching('done') });
  });
});
