import { type ApplyOptions, resultChange } from '../../../lib/payments/reports/apply.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { isUnderWay, stateOf } from '../../../lib/types/charge-state.ts';
import type { LookUpResult } from '../../../lib/types/psp.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import type { World } from './ports.ts';
import { keyOfTheirs } from './record-parts.ts';
import { type Kind, type Right, type Step, stepped, worlds } from './step.ts';

type Said = {
  readonly name: string;
  readonly answer: LookUpResult;
  readonly total?: number;
};

const found = { psp_reference: 'pi_1' } as const;

const took = (total: number): Said => ({
  name: `captured ${total}`,
  answer: { outcome: 'captured', ...found, amount_captured: total },
  total,
});

export const answers: readonly Said[] = [
  { name: 'held', answer: { outcome: 'approved', ...found } },
  took(1),
  took(2),
  {
    name: 'the customer must act',
    answer: { outcome: 'requires_action', ...found, redirect_url: 'https://psp.example' },
  },
  { name: 'declined', answer: { outcome: 'do_not_honor', ...found } },
  { name: 'will take nothing', answer: { outcome: 'canceled', ...found } },
  { name: 'voided', answer: { outcome: 'canceled', hold: 'voided', ...found } },
  { name: 'expired', answer: { outcome: 'canceled', hold: 'expired', ...found } },
  { name: 'no answer', answer: { outcome: 'unknown', doubt: 'timeout' } },
  { name: 'another amount', answer: { outcome: 'unknown', doubt: 'amount_mismatch' } },
];

/** The session that the charge belongs to, and one that has moved on. */
const session = sampleSession('cs_00000000000000000000000000', { charge: 'ch_00000000000000000000000001' });

const isOpen = (charge: Charge): boolean => ['pending', 'requires_action'].includes(stateOf(charge));

/** Long enough after everything was sent, a look that shows the hold gone proves that a capture has failed; an event does so of a whole one not accepted. */
const provesFailure = ({ capture, amount }: Charge, world: World): boolean => {
  if (!isUnderWay(capture) || world.now === worlds.eventsFresh.now) return false;
  return world.look_up || (capture.status === 'open' && capture.amount === amount);
};

const rightsOf = ({ outcome }: LookUpResult, charge: Charge, world: World): readonly Right[] => {
  if (outcome === 'canceled')
    return [
      'fail_attempt',
      'release',
      ...(world.look_up ? (['lower'] as const) : []),
      ...(provesFailure(charge, world) ? (['fail_capture'] as const) : []),
    ];
  if (outcome === 'captured') return ['undo_return'];
  return outcome === 'do_not_honor' || outcome === 'absent' ? ['fail_attempt'] : [];
};

const step = (said: Said, charge: Charge, { how, world, options, ours }: Way): Step => ({
  name: `${said.name}${how}`,
  kind: 'fact',
  rights: rightsOf(said.answer, charge, world),
  looked: world.look_up,
  ...(said.total === undefined ? {} : { takes: { total: said.total } }),
  run: (current) => {
    const records = { charge: current, session: ours ? session : undefined };
    return stepped(world, records, (ports) => resultChange(ports, current, records, said.answer, options));
  },
});

type Way = {
  readonly how: string;
  readonly world: World;
  readonly options: ApplyOptions;
  readonly ours: boolean;
};

const way = (how: string, world: World, options: ApplyOptions = {}, ours = false): Way => ({
  how,
  world,
  options,
  ours,
});

/** How a result arrives, by look-up or by event: long after everything was sent, or at once. */
const lateWay = {
  look_up: way(' (looked)', worlds.lookUpLate),
  events: way(' (by event)', worlds.eventsLate, { unverified: true }),
};
const freshWay = {
  look_up: way(' (looked at once)', worlds.lookUpFresh),
  events: way(' (by event, at once)', worlds.eventsFresh, { unverified: true }),
};

const openWaysOf = (psp: Kind): readonly Way[] =>
  [lateWay[psp], freshWay[psp]].flatMap((one) =>
    [false, true].flatMap((decisive) =>
      [false, true].map((ours) => ({
        ...one,
        how: `${one.how}${decisive ? ', decisive' : ''}${ours ? ', its session waits' : ''}`,
        options: { ...one.options, decisive },
        ours,
      })),
    ),
  );

const openWays: Readonly<Record<Kind, readonly Way[]>> = {
  look_up: openWaysOf('look_up'),
  events: openWaysOf('events'),
};

const waysTo = (charge: Charge, psp: Kind): readonly Way[] => {
  if (isOpen(charge)) return openWays[psp];
  const may_arrive = isUnderWay(charge.capture) || isUnderWay(charge.cancel);
  return may_arrive ? [lateWay[psp], freshWay[psp]] : [lateWay[psp]];
};

const isMoney = ({ total }: Said): boolean => total !== undefined;

/** What only an answer about captured money may come with. */
const captureWays: readonly Way[] = [
  way(' (captured by others)', worlds.lookUpLate, { captured_elsewhere: true }),
  way(' (our capture refused)', worlds.lookUpLate, { capture_refused: true }),
];

const absent: Said = { name: 'nothing is there', answer: { outcome: 'absent' } };
const proved = way(', proved', worlds.lookUpLate, { decisive: true });

/** Everything that a PSP can say of the payment. */
/**
 * What an event reports at a PSP without look-up: the authorisation, which is for the whole amount and captures it if that was asked for, or a
 * capture, which may be the first report that money was taken.
 */
const byEvent = ({ answer, total }: Said, charge: Charge): Said | undefined => {
  if (total === undefined || answer.outcome !== 'captured') return { name: '', answer };
  if (charge.capture_method === 'automatic')
    return total === charge.amount ? { name: '', answer, total } : undefined;
  const isNews = isOpen(charge) || stateOf(charge) === 'failed';
  return isNews ? { name: '', answer: { ...answer, capture: keyOfTheirs }, total } : undefined;
};

const saidBy = (psp: Kind, charge: Charge): readonly Said[] =>
  psp === 'look_up'
    ? answers
    : answers.flatMap((said) => {
        const reported = byEvent(said, charge);
        return reported ? [{ ...reported, name: said.name }] : [];
      });

export const paymentSteps = (charge: Charge, psp: Kind): readonly Step[] => {
  const said = waysTo(charge, psp).flatMap((how) =>
    saidBy(psp, charge).map((said) => step(said, charge, how)),
  );
  if (psp === 'events') return said;
  const captured = captureWays.flatMap((how) =>
    answers.filter(isMoney).map((said) => step(said, charge, how)),
  );
  return [...said, ...captured, step(absent, charge, proved)];
};
