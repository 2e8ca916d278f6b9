import { useState } from 'preact/hooks';
import type { Charge } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { decimal, money, readAmount } from '../format.ts';
import { Action, readText, type Send } from '../ui/action.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { words } from '../words/words.ts';
import { amountOf } from './amount-of.ts';
import { Decide } from './decide.tsx';

type Props = {
  readonly charge: Charge;
  readonly reload: () => void;
  /** Somebody came to decide. */
  readonly decide: boolean;
};

/** What a person may do with a charge, with what is left filled in. */
export const ChargeActions = ({ charge, reload, decide }: Props) => {
  const { payment } = words.value;
  const waiting = charge.open.filter(({ needs_review }) => needs_review);
  const isHeld = charge.status === 'authorized';
  return (
    <div class="actions">
      {waiting.length > 0 && may('charges:decide') && (
        <Disclosed label={payment.decide} open={decide}>
          {(close) => <Decide charge={charge} waiting={waiting} close={close} reload={reload} />}
        </Disclosed>
      )}
      {charge.amount_refundable > 0 && may('refunds:write') && (
        <Disclosed label={payment.refund}>{(close) => <Refund {...{ charge, close, reload }} />}</Disclosed>
      )}
      {isHeld && may('charges:write') && (
        <>
          <Disclosed label={payment.capture}>
            {(close) => <Capture {...{ charge, close, reload }} />}
          </Disclosed>
          <Disclosed label={payment.release}>
            {(close) => <Release {...{ charge, close, reload }} />}
          </Disclosed>
        </>
      )}
      {charge.open.length > 0 && may('charges:write') && (
        <Action
          label={payment.refresh}
          send={async () => {
            await call('refreshCharge', { path: { id: charge.id }, body: {} });
            reload();
          }}
        />
      )}
    </div>
  );
};

type Part = { readonly charge: Charge; readonly close: () => void; readonly reload: () => void };

const Amount = ({ charge, most }: { readonly charge: Charge; readonly most: number }) => (
  <Field label={`${words.value.payment.amount} (${charge.currency.toUpperCase()})`}>
    <input
      name="amount"
      inputMode="decimal"
      defaultValue={decimal(most, charge.currency)}
      autocomplete="off"
      required
    />
  </Field>
);

const Refund = ({ charge, close, reload }: Part) => {
  const { payment, refundReasons } = words.value;
  const most = charge.amount_refundable;
  const [label, setLabel] = useLabel(charge, most, payment.refundAmount);
  const send: Send = async (data) => {
    const reason = readText(data, 'reason') as keyof typeof refundReasons | undefined;
    const amount = amountOf(data, charge, most);
    await call('refundCharge', { body: { charge: charge.id, amount, ...(reason && { reason }) } });
    close();
    reload();
  };
  return (
    <Action label={label} send={send} cancel={close} onInput={setLabel} grave>
      <Amount charge={charge} most={most} />
      <Field label={payment.reason}>
        <Choices name="reason" any={payment.noReason} choices={Object.entries(refundReasons)} />
      </Field>
    </Action>
  );
};

const Capture = ({ charge, close, reload }: Part) => {
  const { payment } = words.value;
  const [label, setLabel] = useLabel(charge, charge.amount, payment.captureAmount);
  const send: Send = async (data) => {
    const amount = amountOf(data, charge, charge.amount);
    await call('captureCharge', { body: { charge: charge.id, amount } });
    close();
    reload();
  };
  return (
    <Action label={label} send={send} cancel={close} onInput={setLabel} grave>
      <Amount charge={charge} most={charge.amount} />
      <p class="note">{payment.captureOnce}</p>
    </Action>
  );
};

const Release = ({ charge, close, reload }: Part) => {
  const { payment } = words.value;
  const send: Send = async () => {
    await call('cancelCharge', { body: { charge: charge.id } });
    close();
    reload();
  };
  return (
    <Action
      label={payment.releaseAmount(money(charge.amount, charge.currency))}
      send={send}
      cancel={close}
      grave
    >
      <p class="note">{payment.releaseFinal}</p>
    </Action>
  );
};

/** The button says what it will move. */
const useLabel = (charge: Charge, most: number, label: (amount: string) => string) => {
  const [amount, setAmount] = useState<number | undefined>(most);
  const shown = amount === undefined ? '…' : money(amount, charge.currency);
  return [
    label(shown),
    (data: FormData) => setAmount(readAmount(String(data.get('amount')), charge.currency)),
  ] as const;
};
