import { useEffect } from 'preact/hooks';
import type { Charge, CheckoutSession } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { money } from '../format.ts';
import { type PaymentState, readPaymentHistory, readPaymentState, versionOf } from '../payment-story.ts';
import { address, place } from '../place.ts';
import { pspDashboard } from '../psp-dashboard.ts';
import { pspName } from '../psp-name.ts';
import { Action, type Send } from '../ui/action.tsx';
import { CardName } from '../ui/card-name.tsx';
import { ChargeBadge } from '../ui/charge-badge.tsx';
import { Copied } from '../ui/copied.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { ChargeActions } from './charge-actions.tsx';
import { MoneyLine } from './money-line.tsx';
import { NewNote } from './new-note.tsx';
import { Timeline } from './timeline.tsx';

const fresh_ms = 5_000;
/** Events and audit entries follow the change that they are of by seconds. */
const derived_ms = 10_000;

/** One payment: the money, what happened, what can be done. */
export const Payment = ({ id }: { readonly id: string }) => {
  const state = useAnswer(id, (signal) => readPaymentState(id, signal), { every_ms: fresh_ms });
  const { payment } = words.value;
  const amount = state.data && money(state.data.session.amount, state.data.session.currency);
  return (
    <>
      <Link to={address(['payments'])} class="back">
        {words.value.payments.title}
      </Link>
      <Heading title={amount === undefined ? payment.title : `${payment.title} ${amount}`} />
      <Reading answer={state}>{(known) => <Shown state={known} reload={state.reload} />}</Reading>
    </>
  );
};

type StateProps = { readonly state: PaymentState; readonly reload: () => void };

/** What happened is read again only when something has, and once more when all of that is recorded. */
const Shown = ({ state, reload }: StateProps) => {
  const version = versionOf(state);
  const history = useAnswer(version, (signal) => readPaymentHistory(state, signal));
  useEffect(() => {
    const timer = setTimeout(history.reload, derived_ms);
    return () => clearTimeout(timer);
  }, [version]);
  const main = chosenCharge(state, place.value.query.get('charge'));
  const { payment } = words.value;
  return (
    <div class="two">
      <div class="stack">
        <section class="card" aria-label={payment.money}>
          <MoneyLine session={state.session} charge={main} />
          <Actions state={state} main={main} reload={reload} />
        </section>
        <section class="card" aria-label={payment.story}>
          <h2>{payment.story}</h2>
          <Reading answer={history}>{(known) => <Timeline story={{ ...state, ...known }} />}</Reading>
          {main && may('notes:write') && <NewNote charge={main.id} reload={history.reload} />}
        </section>
      </div>
      <div class="stack">
        {main && <ChargeFacts charge={main} livemode={state.session.livemode} />}
        <OtherCharges state={state} main={main} />
        <SessionFacts session={state.session} />
      </div>
    </div>
  );
};

type MainProps = { readonly main: Charge | undefined };

const Actions = ({ state: { session }, main, reload }: StateProps & MainProps) => {
  const { payment } = words.value;
  const expire: Send = async () => {
    await call('expireCheckoutSession', { path: { id: session.id }, body: {} });
    reload();
  };
  return (
    <>
      {main && (
        <ChargeActions key={main.id} charge={main} reload={reload} decide={place.value.query.has('decide')} />
      )}
      {session.status === 'open' && may('checkout:write') && (
        <Disclosed label={payment.expire}>
          {(close) => <Action label={payment.expire} send={expire} cancel={close} grave />}
        </Disclosed>
      )}
    </>
  );
};

/** The charge that the address names; otherwise the session's own, or the newest attempt. */
const chosenCharge = ({ session, charges }: PaymentState, wanted: string | null): Charge | undefined =>
  charges.find(({ id }) => id === wanted) ??
  charges.find(({ id }) => id === session.charge) ??
  charges.at(-1);

/** Every other charge can be looked at, and acted on, like this one. */
const OtherCharges = ({ state: { session, charges }, main }: Pick<StateProps, 'state'> & MainProps) => {
  const { payment } = words.value;
  const others = charges.filter((charge) => charge !== main);
  if (others.length === 0) return null;
  return (
    <section class="card" aria-label={payment.attempts}>
      <h2>{payment.attempts}</h2>
      <ul class="deliveries">
        {others.map((charge) => (
          <li key={charge.id}>
            <ChargeBadge charge={charge} /> {pspName(charge.psp)}, {money(charge.amount, charge.currency)}
            {charge.other_payment_of !== null && ` · ${payment.another}`}{' '}
            <Link to={address(['payments', session.id], { charge: charge.id })}>{payment.act}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const ChargeFacts = ({ charge, livemode }: { readonly charge: Charge; readonly livemode: boolean }) => {
  const { payment, checks, yes, no } = words.value;
  const { psp_reference, authentication } = charge;
  const dashboard = psp_reference === null ? undefined : pspDashboard(charge.psp, psp_reference, livemode);
  const check = (name: 'address' | 'postal_code' | 'cvc') =>
    charge.checks?.[name] && checks[charge.checks[name]];
  return (
    <section class="card" aria-label={payment.charge}>
      <div class="head">
        <h2>{pspName(charge.psp)}</h2>
        <ChargeBadge charge={charge} />
      </div>
      <Facts
        facts={[
          [payment.facts.charge, <Copied text={charge.id} />],
          [payment.facts.atPsp, psp_reference && <Copied text={psp_reference} />],
          [
            payment.facts.dashboard,
            dashboard && (
              <a href={dashboard} target="_blank" rel="noreferrer">
                {payment.open(pspName(charge.psp))}
              </a>
            ),
          ],
          [payment.facts.card, charge.card && <CardName card={charge.card} />],
          [payment.facts.country, charge.card?.country],
          [payment.facts.funding, charge.card?.funding && words.value.funding[charge.card.funding]],
          [payment.facts.advice, charge.advice && payment.advice[charge.advice.kind]],
          [payment.facts.cvc, check('cvc')],
          [payment.facts.address, check('address')],
          [payment.facts.postal, check('postal_code')],
          [payment.facts.liability, authentication && (authentication.liability_shift ? yes : no)],
          [payment.facts.network, charge.network_transaction_id],
          [payment.facts.approval, charge.authorization_code],
        ]}
      />
    </section>
  );
};

const SessionFacts = ({ session }: { readonly session: CheckoutSession }) => {
  const { payment } = words.value;
  const metadata = Object.entries(session.metadata);
  return (
    <section class="card" aria-label={payment.session}>
      <h2>{payment.session}</h2>
      <Facts
        facts={[
          [payment.facts.session, <Copied text={session.id} />],
          [payment.facts.reference, session.reference && <Copied text={session.reference} />],
          [payment.facts.email, session.customer_email],
          [payment.facts.customer, session.customer?.id],
          [payment.facts.name, session.billing_details?.name],
          [payment.facts.description, session.description],
          [
            payment.facts.rule,
            <Link to={address(['routing', session.routing.rule])}>
              {payment.rule(session.routing.rule, session.routing.version)}
            </Link>,
          ],
          ...metadata.map(([name, value]) => [name, value] as const),
        ]}
      />
    </section>
  );
};
