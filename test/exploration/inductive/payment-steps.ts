import { type ApplyOptions, answerChange } from '../../../lib/payments/apply.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { isUnderWay, stateOf } from '../../../lib/types/charge-state.ts';
import type { LookUpAnswer } from '../../../lib/types/psp.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import type { World } from './ports.ts';
import { keyOfTheirs } from './record-parts.ts';
import { type Kind, type Right, type Step, stepped, worlds } from './step.ts';

type Said = {
  readonly name: string;
  readonly answer: LookUpAnswer;
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
  if (!isUnderWay(capture) || world.now === worlds.toldFresh.now) return false;
  return world.asked || (capture.status === 'open' && capture.amount === amount);
};

const rightsOf = ({ outcome }: LookUpAnswer, charge: Charge, world: World): readonly Right[] => {
  if (outcome === 'canceled')
    return [
      'fail_attempt',
      'release',
      ...(world.asked ? (['lower'] as const) : []),
      ...(provesFailure(charge, world) ? (['fail_capture'] as const) : []),
    ];
  if (outcome === 'captured') return ['undo_return'];
  return outcome === 'do_not_honor' || outcome === 'absent' ? ['fail_attempt'] : [];
};

const step = (said: Said, charge: Charge, { how, world, options, ours }: Way): Step => ({
  name: `${said.name}${how}`,
  kind: 'fact',
  rights: rightsOf(said.answer, charge, world),
  looked: world.asked,
  ...(said.total === undefined ? {} : { takes: { total: said.total } }),
  run: (stands) => {
    const records = { charge: stands, session: ours ? session : undefined };
    return stepped(world, records, (ports) => answerChange(ports, stands, records, said.answer, options));
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

/** How an answer comes of a PSP that can be asked, and of one that cannot: long after everything was sent, or at once. */
const lateWay = {
  asked: way(' (looked)', worlds.askedLate),
  told: way(' (told)', worlds.toldLate, { unchecked: true }),
};
const freshWay = {
  asked: way(' (looked at once)', worlds.askedFresh),
  told: way(' (told at once)', worlds.toldFresh, { unchecked: true }),
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
  asked: openWaysOf('asked'),
  told: openWaysOf('told'),
};

const waysTo = (charge: Charge, psp: Kind): readonly Way[] => {
  if (isOpen(charge)) return openWays[psp];
  const may_arrive = isUnderWay(charge.capture) || isUnderWay(charge.cancel);
  return may_arrive ? [lateWay[psp], freshWay[psp]] : [lateWay[psp]];
};

const isMoney = ({ total }: Said): boolean => total !== undefined;

/** What only an answer about captured money may come with. */
const captureWays: readonly Way[] = [
  way(' (captured by others)', worlds.askedLate, { by_others: true }),
  way(' (our capture refused)', worlds.askedLate, { capture_refused: true }),
];

const absent: Said = { name: 'nothing is there', answer: { outcome: 'absent' } };
const proved = way(', proved', worlds.askedLate, { decisive: true });

/** Everything that a PSP can say of the payment. */
/**
 * What a PSP that cannot be asked tells: its authorisation is for all of it, and captures it if that was asked for. Of another one it tells a
 * capture, which is how it may tell for the first time that it took anything.
 */
const tells = ({ answer, total }: Said, charge: Charge): Said | undefined => {
  if (total === undefined || answer.outcome !== 'captured') return { name: '', answer };
  if (charge.capture_method === 'automatic')
    return total === charge.amount ? { name: '', answer, total } : undefined;
  const isNews = isOpen(charge) || stateOf(charge) === 'failed';
  return isNews ? { name: '', answer: { ...answer, capture: keyOfTheirs }, total } : undefined;
};

const saidBy = (psp: Kind, charge: Charge): readonly Said[] =>
  psp === 'asked'
    ? answers
    : answers.flatMap((said) => {
        const told = tells(said, charge);
        return told ? [{ ...told, name: said.name }] : [];
      });

export const paymentSteps = (charge: Charge, psp: Kind): readonly Step[] => {
  const said = waysTo(charge, psp).flatMap((how) =>
    saidBy(psp, charge).map((said) => step(said, charge, how)),
  );
  if (psp === 'told') return said;
  const captured = captureWays.flatMap((how) =>
    answers.filter(isMoney).map((said) => step(said, charge, how)),
  );
  return [...said, ...captured, step(absent, charge, proved)];
};
