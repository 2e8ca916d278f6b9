import { useState } from 'preact/hooks';
import type { Charge, DecideCharge, OpenOperation } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { decimal } from '../format.ts';
import { Action, refuse, type Send, typed } from '../ui/action.tsx';
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
const withAmount: readonly string[] = ['captured', 'succeeded'];

/** What a person has seen at the PSP is recorded, with a reason. */
export const Decide = ({ charge, waiting, close, reload }: Props) => {
  const { decide, decisions, operations } = words.value;
  const [operation = waiting[0], setOperation] = useState<OpenOperation | undefined>(undefined);
  const choices = operation ? outcomes[operation.kind] : [];
  const [outcome, setOutcome] = useState<string>('');
  const takesAmount = withAmount.includes(outcome) && ['attempt', 'capture'].includes(operation?.kind ?? '');
  const send: Send = async (data, key) => {
    if (outcome === '') return refuse('outcome', decide.choose);
    const reference = typed(data, 'psp_reference');
    const body = {
      operation: operation?.operation ?? charge.id,
      outcome: outcome as DecideCharge['outcome'],
      note: typed(data, 'note') ?? '',
      revision: charge.revision,
      ...(takesAmount && { amount: amountOf(data, charge, charge.amount) }),
      ...(reference !== undefined && { psp_reference: reference }),
    };
    await call('decideCharge', { path: { id: charge.id }, body }, { key });
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
          onChange={(id) => setOperation(waiting.find((one) => one.operation === id))}
        />
      </Field>
      <Field label={decide.outcome}>
        <Choices
          name="outcome"
          value={outcome}
          any={decide.choose}
          choices={choices.map((one) => [one, decisions[one]])}
          onChange={setOutcome}
        />
      </Field>
      {takesAmount && (
        <Field label={`${words.value.payment.amount} (${charge.currency.toUpperCase()})`}>
          <input
            name="amount"
            inputMode="decimal"
            defaultValue={decimal(charge.amount, charge.currency)}
            required
          />
        </Field>
      )}
      {charge.psp_reference === null && takesAmount && (
        <Field label={decide.reference} help={decide.referenceHelp}>
          <input name="psp_reference" autocomplete="off" />
        </Field>
      )}
      <Field label={decide.note}>
        <textarea name="note" rows={2} maxLength={500} required />
      </Field>
    </Action>
  );
};
