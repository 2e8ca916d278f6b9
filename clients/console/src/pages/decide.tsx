import { useState } from 'preact/hooks';
import type { Charge, DecideCharge, OpenOperation } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { refuse } from '../api-problem.ts';
import { decidedAmount } from '../decided-amount.ts';
import { decimal } from '../format.ts';
import { Action, readText, type Send } from '../ui/action.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { words } from '../words/words.ts';
import { amountOf } from './amount-of.ts';

type Props = {
  readonly charge: Charge;
  readonly waiting: readonly OpenOperation[];
  readonly close: () => void;
  readonly reload: () => void;
};

/** What can be found out at the PSP about each kind of operation. */
const outcomes: Readonly<Record<OpenOperation['kind'], readonly DecideCharge['outcome'][]>> = {
  attempt: ['captured', 'succeeded', 'canceled', 'failed', 'absent'],
  capture: ['captured', 'succeeded', 'failed', 'absent'],
  cancel: ['canceled', 'failed', 'absent'],
  reversal: ['succeeded', 'failed', 'absent'],
  refund: ['succeeded', 'failed', 'absent'],
};
/** For an attempt, `succeeded` means that the money is held. */
const holds = (kind: string | undefined, outcome: string): boolean =>
  kind === 'attempt' && outcome === 'succeeded';

/** What a person has seen at the PSP is recorded, with a reason. */
export const Decide = ({ charge, waiting, close, reload }: Props) => {
  const { decide, decisions, operations } = words.value;
  const [operation = waiting[0], setOperation] = useState<OpenOperation | undefined>(undefined);
  const choices = operation ? outcomes[operation.kind] : [];
  const [outcome, setOutcome] = useState<string>('');
  const most = operation && decidedAmount(charge, operation, outcome);
  const isMoney = outcome === 'captured' || outcome === 'succeeded';
  const needsReference = charge.psp_reference === null && operation?.kind === 'attempt' && isMoney;
  const send: Send = async (data) => {
    if (outcome === '') return refuse('outcome', decide.choose);
    const reference = readText(data, 'psp_reference');
    const body = {
      operation: operation?.operation ?? charge.id,
      outcome: outcome as DecideCharge['outcome'],
      note: readText(data, 'note') ?? '',
      revision: charge.revision,
      ...(most !== undefined && { amount: amountOf(data, charge, most) }),
      ...(reference !== undefined && { psp_reference: reference }),
    };
    await call('decideCharge', { path: { id: charge.id }, body });
    close();
    reload();
  };
  return (
    <Action label={decide.record} send={send} cancel={close} grave>
      <p class="note">{decide.help}</p>
      <Field label={decide.operation}>
        <Choices
          name="operation"
          value={operation?.operation}
          choices={waiting.map((one) => [one.operation, `${operations[one.kind]} · ${one.operation}`])}
          onChange={(id) => {
            setOperation(waiting.find((one) => one.operation === id));
            // Not every outcome is one of another operation.
            setOutcome('');
          }}
        />
      </Field>
      <Field label={decide.outcome}>
        <Choices
          name="outcome"
          value={outcome}
          any={decide.choose}
          choices={choices.map((one) => [one, holds(operation?.kind, one) ? decide.held : decisions[one]])}
          onChange={setOutcome}
        />
      </Field>
      {most !== undefined && (
        <Field label={`${words.value.payment.amount} (${charge.currency.toUpperCase()})`}>
          <input
            key={`${operation?.operation} ${outcome}`}
            name="amount"
            inputMode="decimal"
            defaultValue={decimal(most, charge.currency)}
            required
          />
        </Field>
      )}
      {needsReference && (
        <Field label={decide.reference} help={decide.referenceHelp}>
          <input name="psp_reference" autocomplete="off" required />
        </Field>
      )}
      <Field label={decide.note}>
        <textarea name="note" rows={2} maxLength={500} required />
      </Field>
    </Action>
  );
};
