import { partBy } from '../../../lib/charge/transitions/reversal-cells.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import type { Change, Records } from '../../../lib/payments/records/change-charge.ts';
import { changeBy } from '../../../lib/payments/reports/apply.ts';
import {
  partChange,
  type ReversalOptions,
  reversalChange,
} from '../../../lib/payments/reports/settle-reversal.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { OperationResult } from '../../../lib/types/psp.ts';
import { amount, keyOfTheirs, start_ms, theirs } from './record-parts.ts';
import { returned } from './return-records.ts';
import { type Kind, type Right, type Step, stepped, worlds } from './step.ts';

type Decide = (ports: PaymentPorts, current: Records) => Change<unknown>;

const step = (name: string, kind: Step['kind'], decide: Decide, rights: readonly Right[] = []): Step => ({
  name,
  kind,
  rights,
  run: (charge) => {
    const current = { charge, session: undefined };
    return stepped(worlds.lookUpLate, current, (ports) => decide(ports, current));
  },
});

const nextId = 'rv_00000000000000000000000002';

type Said = {
  readonly name: string;
  readonly result: OperationResult;
  readonly options?: ReversalOptions;
  readonly rights?: readonly Right[];
};

const failed = { outcome: 'failed', reason: 'processor_error' } as const;

const plain: readonly Said[] = [
  { name: 'done', result: { outcome: 'succeeded' } },
  ...[1, amount].flatMap((of): readonly Said[] => [
    { name: `done for ${of}`, result: { outcome: 'succeeded', amount: of } },
    { name: `done for ${of}, named`, result: { outcome: 'succeeded', amount: of, psp_reference: returned } },
  ]),
  { name: 'accepted', result: { outcome: 'pending' } },
  { name: 'no answer', result: { outcome: 'unknown', doubt: 'timeout' } },
  { name: 'not sent', result: { outcome: 'failed', reason: 'not_sent' } },
  { name: 'failed', result: failed },
  { name: 'never received', result: failed, options: { same_way: true } },
];

/** What events say: only they take back what was done. */
const responses: readonly Said[] = [
  ...plain
    .slice(0, 5)
    .map((said) => ({ ...said, name: `${said.name}, an event says`, options: { by_event: true } })),
  {
    name: 'failed, an event says',
    result: failed,
    options: { by_event: true, failed: { operation: 'rv_00000000000000000000000001', psp_id: returned } },
    rights: ['undo_return'],
  },
];

const persons: readonly Said[] = [
  ...plain.slice(0, 2).map((said) => ({ ...said, options: { by_person: true } })),
  { name: 'failed', result: failed, options: { by_person: true } },
];

const answerStep = ({ name, result, options = {}, rights }: Said, charge: Charge): Step =>
  step(
    `return: ${name}${options.by_person ? ', says a person' : ''}`,
    options.by_person ? 'person' : 'fact',
    (ports, current) =>
      reversalChange(ports, current, {
        ...options,
        operation: charge.reversal?.id ?? '',
        result,
        id: nextId,
      }),
    rights,
  );

/** At a PSP without look-up, what another refund has returned, or that it has failed. Less than was reported before is news, too. */
const partSteps = ({ reversal }: Charge): readonly Step[] =>
  [0, 1, amount].flatMap((of) =>
    [{ psp_id: theirs }, { psp_id: returned }, { operation: 'rv_0', psp_id: 'p_0' }].map((name) =>
      step(
        `another refund has returned ${of}, named ${JSON.stringify(name)}`,
        'fact',
        (ports, current) => partChange(ports, current, { name, amount: of, id: nextId }),
        of < (partBy(reversal?.parts, name) ?? 1) ? ['undo_return'] : [],
      ),
    ),
  );

const others: readonly Step[] = [
  step('the return is sent', 'intent', (ports, current) =>
    changeBy(ports, current, 'reversal_sent', { now: start_ms }),
  ),
  ...[1, amount].map((of) =>
    step(`the return is sent of a capture of ${of}`, 'intent', (ports, current) =>
      changeBy(ports, current, 'reversal_sent', { now: start_ms, of: 'cap_1', amount: of }),
    ),
  ),
  ...(['dispute_won', 'dispute_lost'] as const).map((transition) =>
    step(transition, 'intent', (ports, current) => changeBy(ports, current, transition, {})),
  ),
];

const elsewhere: readonly Step[] = [1, amount].map((of) =>
  step(
    `a capture of ${of} made elsewhere`,
    'intent',
    (ports, current) => changeBy(ports, current, 'capture_elsewhere', { key: keyOfTheirs, amount: of }),
    ['undo_return'],
  ),
);

const isInReview = ({ reversal }: Charge): boolean => reversal !== undefined && reversal.status !== 'done';

/** Everything that can be reported of a return, or done for it. */
export const returnSteps = (charge: Charge, psp: Kind): readonly Step[] => [
  ...[...plain, ...responses, ...(isInReview(charge) ? persons : [])].map((said) => answerStep(said, charge)),
  ...others,
  ...(psp === 'events' ? [...partSteps(charge), ...elsewhere] : []),
];
