import { changeBy } from '../../../lib/payments/reports/apply.ts';
import { operationChange } from '../../../lib/payments/reports/settle-operation.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { isUnderWay } from '../../../lib/types/charge-state.ts';
import type { OperationResult } from '../../../lib/types/psp.ts';
import { amount, ours, start_ms } from './record-parts.ts';
import { type Right, type Step, stepped, worlds } from './step.ts';

type Kind = 'capture' | 'cancel';
type Said = readonly [name: string, answer: OperationResult];

const failures: readonly Said[] = [
  ['failed', { outcome: 'failed', reason: 'processor_error' }],
  ['not sent', { outcome: 'failed', reason: 'not_sent' }],
];

const undecided: readonly Said[] = [
  ['accepted', { outcome: 'pending' }],
  ['accepted, named', { outcome: 'pending', psp_reference: ours }],
  ['no answer', { outcome: 'unknown', doubt: 'timeout' }],
];

const answersTo: Readonly<Record<Kind, readonly Said[]>> = {
  capture: [
    ...[1, amount].flatMap((of): readonly Said[] => [
      [`done ${of}`, { outcome: 'succeeded', amount: of }],
      [`done ${of}, named`, { outcome: 'succeeded', amount: of, psp_reference: ours }],
      [`done, ${of} in all`, { outcome: 'succeeded', total: of }],
    ]),
    ...failures,
    ...undecided,
  ],
  cancel: [['done', { outcome: 'succeeded' }], ...failures, ...undecided],
};

const decisions: Readonly<Record<Kind, readonly Said[]>> = {
  capture: [
    ...[1, amount].map((of): Said => [`done ${of}`, { outcome: 'succeeded', amount: of }]),
    ['failed', { outcome: 'failed', reason: 'processor_error', code: 'decided' }],
  ],
  cancel: [
    ['done', { outcome: 'succeeded' }],
    ['failed', { outcome: 'failed', reason: 'processor_error', code: 'decided' }],
  ],
};

const takenBy = (answer: OperationResult): Pick<Step, 'takes'> => {
  if (answer.outcome !== 'succeeded') return {};
  const { total, amount: more } = answer;
  if (total !== undefined) return { takes: { total } };
  return more === undefined ? {} : { takes: { more } };
};

const answerStep = (
  kind: Kind,
  claimed: ChargeOperation,
  [name, answer]: Said,
  by_person: boolean,
): Step => ({
  name: `${kind}: ${name}${by_person ? ', says a person' : ''}`,
  kind: by_person ? 'person' : 'fact',
  rights: rightsOf(kind, answer),
  ...takenBy(answer),
  run: (charge) => {
    const current = { charge, session: undefined };
    return stepped(worlds.lookUpLate, current, (ports) =>
      operationChange(ports, kind, current, answer, { before: charge, claimed, by_person }),
    );
  },
});

const rightsOf = (kind: Kind, answer: Said[1]): readonly Right[] => {
  if (answer.outcome === 'failed') return [`fail_${kind}`];
  return kind === 'cancel' && answer.outcome === 'succeeded' ? ['release'] : [];
};

const stepsOf = (kind: Kind, { [kind]: operation }: Charge): readonly Step[] => {
  if (!operation) return [];
  const said = answersTo[kind].map((one) => answerStep(kind, operation, one, false));
  if (!isUnderWay(operation) || !operation.needs_review) return said;
  return [...said, ...decisions[kind].map((one) => answerStep(kind, operation, one, true))];
};

const askStep = (kind: Kind, of: number): Step => ({
  name: `a ${kind} of ${of} is asked for`,
  kind: 'intent',
  run: (charge) => {
    const operation: ChargeOperation = {
      id: `${kind}_2`,
      amount: of,
      status: 'open',
      started: start_ms,
      sent: start_ms,
    };
    return stepped(worlds.lookUpLate, { charge, session: undefined }, (ports) =>
      kind === 'capture'
        ? changeBy(ports, { charge, session: undefined }, 'capture_asked', { operation })
        : changeBy(ports, { charge, session: undefined }, 'cancel_asked', { operation }),
    );
  },
});

const asks: readonly Step[] = [askStep('capture', 1), askStep('capture', amount), askStep('cancel', amount)];

/** Everything that can be asked of the hold, and be answered. */
export const operationSteps = (charge: Charge): readonly Step[] => [
  ...asks,
  ...stepsOf('capture', charge),
  ...stepsOf('cancel', charge),
];
