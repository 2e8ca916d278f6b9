import type { Charge, CheckoutSession } from '../../../server/src/generated/api-types.ts';
import { money } from '../format.ts';
import { heldBack } from '../held-back.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { words } from '../words/words.ts';

const tones: Readonly<Record<CheckoutSession['payment_status'], Tone>> = {
  unpaid: 'plain',
  requires_action: 'waiting',
  processing: 'waiting',
  authorized: 'good',
  paid: 'good',
  canceled: 'plain',
};

type Term = { readonly sign: string; readonly amount: number; readonly name: string };

/** The money of a payment as an equation: captured, less refunded, less disputed, is kept. */
export const MoneyLine = ({
  session,
  charge,
}: {
  readonly session: CheckoutSession;
  readonly charge: Charge | undefined;
}) => {
  const { payment, sessionStates } = words.value;
  const state = session.status === 'expired' ? payment.expired : sessionStates[session.payment_status];
  return (
    <>
      <div class="head">
        <h2>{payment.money}</h2>
        <Badge tone={tones[session.payment_status]}>{state}</Badge>
      </div>
      {charge && charge.amount_captured > 0 ? (
        <Equation charge={charge} />
      ) : (
        <p class="sum">
          <strong>{money(session.amount, session.currency)}</strong> {payment.asked[knownAs(session, charge)]}
        </p>
      )}
    </>
  );
};

/** While anything of the charge is open, nobody says that nothing was taken. */
const knownAs = (
  { payment_status }: CheckoutSession,
  charge: Charge | undefined,
): CheckoutSession['payment_status'] => {
  const isSure = payment_status === 'unpaid' || payment_status === 'canceled';
  return isSure && charge && charge.open.length > 0 ? 'processing' : payment_status;
};

const Equation = ({ charge }: { readonly charge: Charge }) => {
  const { terms } = words.value.payment;
  const { amount_captured, amount_refunded, currency, refunds } = charge;
  const held = heldBack(charge);
  const less: readonly Term[] = [
    {
      sign: '−',
      amount: amount_refunded,
      name: refunds.some(({ status }) => status === 'pending') ? terms.refunding : terms.refunded,
    },
    { sign: '−', amount: held, name: terms.disputed },
  ].filter(({ amount }) => amount > 0);
  const all: readonly Term[] = [
    { sign: '', amount: amount_captured, name: terms.captured },
    ...less,
    ...(less.length === 0
      ? []
      : [{ sign: '=', amount: amount_captured - amount_refunded - held, name: terms.kept }]),
  ];
  return (
    <p class="sum">
      {all.map(({ sign, amount, name }) => (
        <span key={name} class="term">
          {sign && <span class="sign">{sign}</span>}
          <span>
            <strong>{money(amount, currency)}</strong> <span class="note">{name}</span>
          </span>
        </span>
      ))}
    </p>
  );
};
