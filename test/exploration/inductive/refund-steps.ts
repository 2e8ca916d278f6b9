import type { RefundReport } from '../../../lib/charge/transitions/refund-table.ts';
import { applyRefundFact } from '../../../lib/payments/reports/apply-refund-facts.ts';
import { settleRefund } from '../../../lib/payments/reports/settle-refund.ts';
import { receiveDisputeEvent } from '../../../lib/payments/webhooks/receive-dispute-event.ts';
import type { Charge, Dispute } from '../../../lib/types/charge.ts';
import type { RefundFact } from '../../../lib/types/psp.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { portsIn } from './ports.ts';
import { amount, start_ms } from './record-parts.ts';
import { ofEarlierTime } from './refund-laws.ts';
import { nameOfOurs, nameOfTheirs, ourRefund, recordedAsOf } from './refund-records.ts';
import { type Step, type Stepped, worlds } from './step.ts';

type Ports = ReturnType<typeof portsIn>;

/** Does it as the engine does, with a store of its own. */
const inStore = async (
  before: Charge,
  act: (ports: Ports, charge: Charge) => Promise<unknown>,
): Promise<Stepped> => {
  const charges = new Map([[before.id, before]]);
  const store = createMemoryPaymentStore({}, { charges, sessions: new Map(), orders: new Map() });
  const ports = portsIn(worlds.lookUpLate, { store });
  await act(ports, before);
  const after = store.charges.get(before.id);
  const broken = ports.said.find(({ event }) => event === 'invariant_broken');
  return {
    charge: after && after.rev !== before.rev ? after : before,
    ...(broken ? { wrong: String(broken.what) } : {}),
  };
};

const step = (
  name: string,
  act: (ports: Ports, charge: Charge) => Promise<unknown>,
  more: Partial<Step> = {},
): Step => ({ kind: 'fact', ...more, name, run: (charge) => inStore(charge, act) });

const statuses: readonly RefundFact['status'][] = ['pending', 'succeeded', 'failed'];

/** Our refund, as the PSP names it; another one; and one that nobody has reported yet. */
const facts = ({ refunds }: Charge): readonly (readonly [about: string, fact: RefundFact])[] => {
  const of = refunds[ourRefund]?.amount;
  return statuses.flatMap((status): readonly (readonly [string, RefundFact])[] => [
    ...(of === undefined
      ? []
      : [
          [
            'ours, by our id',
            { psp_reference: nameOfOurs, operation: ourRefund, amount: of, status },
          ] as const,
          ['ours, by its own', { psp_reference: nameOfOurs, amount: of, status }] as const,
        ]),
    ['another one', { psp_reference: nameOfTheirs, amount: 1, status }],
    ['a new one', { psp_reference: 'r8', amount: 1, status }],
  ]);
};

const factSteps = (charge: Charge): readonly Step[] =>
  facts(charge).flatMap(([about, fact]) =>
    [undefined, worlds.lookUpLate.now].map((shown_by) =>
      step(
        `refund: ${about}, ${fact.status}${shown_by === undefined ? '' : ', on the list long after'}`,
        (ports, current) =>
          applyRefundFact(
            ports,
            current,
            fact,
            shown_by === undefined
              ? undefined
              : { outcome: 'found', refunds: [fact], complete: true, shown_by },
          ),
        {
          rights: fact.status === 'failed' ? ['fail_refund'] : [],
          ...(shown_by === undefined && about !== 'ours, by its own' ? { about: fact.psp_reference } : {}),
        },
      ),
    ),
  );

const answers: readonly RefundReport[] = [
  { outcome: 'accepted' },
  { outcome: 'accepted', psp_reference: nameOfOurs },
  { outcome: 'succeeded' },
  { outcome: 'succeeded', psp_reference: nameOfOurs },
  { outcome: 'failed', reason: 'processor_error' },
  { outcome: 'unknown' },
];

const answerSteps = ({ refunds }: Charge): readonly Step[] => {
  const refund = refunds[ourRefund];
  if (!refund) return [];
  const settled = answers.map((answer) =>
    step(
      `refund: answered ${JSON.stringify(answer)}`,
      (ports, current) => settleRefund(ports, current, ourRefund, answer),
      { rights: answer.outcome === 'failed' ? ['fail_refund'] : [] },
    ),
  );
  if (!refund.needs_review) return settled;
  const decided = (['succeeded', 'failed'] as const).map((outcome) =>
    step(
      `refund: ${outcome}, says a person`,
      (ports, current) => settleRefund(ports, current, ourRefund, { outcome }, { by_person: true }),
      { kind: 'person', rights: outcome === 'failed' ? ['fail_refund'] : [] },
    ),
  );
  return [...settled, ...decided];
};

const askStep = (of: number, allow_disputed: boolean, exact: boolean): Step =>
  step(
    `a refund of ${of} is asked for${allow_disputed ? ', disputed or not' : ''}${exact ? ', and is all that is left' : ''}`,
    (ports, { id }) =>
      ports.store.reserveRefund(
        id,
        {
          id: 're_2',
          rev: 1,
          write: ports.newWrite(),
          amount: of,
          status: 'pending',
          metadata: {},
          created: start_ms / 1000,
          ...(allow_disputed ? { allow_disputed: true } : {}),
        },
        { exact, psps: ['psp_1'], recover_shard: 0, recover_at: start_ms },
      ),
    { kind: 'intent' },
  );

const asks: readonly Step[] = [1, amount].flatMap((of) =>
  [false, true].flatMap((disputed) => [askStep(of, disputed, false), askStep(of, disputed, true)]),
);

/** The PSP's time of a report, next to the time that a record may have. */
const times: readonly { readonly named: string; readonly as_of?: number; readonly isLater?: true }[] = [
  { named: '' },
  { named: ofEarlierTime, as_of: recordedAsOf - 1 },
  { named: ', of a later time', as_of: recordedAsOf + 1, isLater: true },
];

const disputeStep = (
  status: Dispute['status'],
  stage: Dispute['stage'],
  of: number,
  { named, isLater, ...time }: (typeof times)[number],
): Step => {
  const reported = { psp_reference: 'd1', status, stage, ...time };
  const event = {
    id: `evt_${status}_${stage}_${of}${named}`,
    operation_reference: 'd1',
    money: { amount: of, currency: 'eur' },
    claim: { about: 'dispute', dispute: reported },
  } as const;
  return step(
    `dispute: ${status}, ${stage}, of ${of}${named}`,
    (ports, charge) =>
      receiveDisputeEvent({ ports, records: { charge, session: undefined }, event }, reported),
    {
      ...(stage === 'dispute' && of === 1 ? { about: 'd1' } : {}),
      rights: stage === 'arbitration' || isLater ? ['reopen_dispute'] : [],
    },
  );
};

const disputeSteps: readonly Step[] = (['open', 'won', 'lost', 'closed'] as const).flatMap((status) =>
  (['inquiry', 'dispute', 'arbitration'] as const).flatMap((stage) =>
    [1, amount].flatMap((of) => times.map((time) => disputeStep(status, stage, of, time))),
  ),
);

/** Everything that can be requested and reported of refunds and disputes. */
export const refundSteps = (charge: Charge): readonly Step[] => [
  ...factSteps(charge),
  ...answerSteps(charge),
  ...asks,
  ...disputeSteps,
];
