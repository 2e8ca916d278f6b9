import { page as words } from '#messages';
import { isWebAddress } from '../is-web-address.ts';
import { fill } from '../messages/fill.ts';
import type { CheckoutSession } from '../types.ts';
import type { State } from './read-state.ts';
import { shopAddress } from './shop-address.ts';

/** What is to be paid, as a session and a link say it. */
export type Order = Pick<CheckoutSession, 'amount' | 'currency' | 'description' | 'livemode'>;

/** What the page shows. */
export type View = {
  readonly heading: string;
  readonly notice: string;
  readonly tone?: 'bad';
  readonly order?: Order;
  /** The card's fields and the button. */
  readonly form?: true;
  /** The bank's page, for an earlier try. */
  readonly bank?: string;
  readonly leave?: { readonly url: string; readonly words: string };
  /** Reading again may help. */
  readonly again?: true;
  /** The result will come: the page reads on. */
  readonly waits?: true;
  readonly paid?: true;
};

export const viewOf = (state: State, merchant: string): View => {
  switch (state.kind) {
    case 'known':
      return viewOfSession(state.session, merchant);
    case 'unknown':
      return { heading: words.unknown_heading, notice: words.unknown };
    case 'elsewhere':
      return { heading: words.elsewhere_heading, notice: words.elsewhere };
    case 'unreachable':
      return { heading: words.payment, notice: words.unreachable, tone: 'bad', again: true };
    default:
      return state satisfies never;
  }
};

const viewOfSession = (session: CheckoutSession, merchant: string): View => {
  const open = { order: session, heading: to(merchant, words.pay_merchant) };
  switch (session.payment_status) {
    case 'paid':
    case 'authorized':
      return {
        order: session,
        heading: words.paid_heading,
        notice: words.paid,
        paid: true,
        ...leaveFor(shopAddress(session, true), to(merchant, words.go_on)),
      };
    case 'canceled':
      return ended(session, merchant, words.canceled_heading, words.canceled);
    case 'processing':
      return { ...open, notice: words.not_answered, waits: true };
    case 'requires_action':
    case 'unpaid':
      return session.status === 'expired'
        ? ended(session, merchant, words.expired_heading, words.expired)
        : { ...open, ...payable(session), ...leaveFor(shopAddress(session, false), words.cancel) };
    default:
      return session.payment_status satisfies never;
  }
};

export const to = (merchant: string, text: string): string => fill(text, 'merchant', merchant);

/** The card's frame says why the last try failed. */
const payable = ({ next_action }: CheckoutSession) => {
  const bank = next_action?.redirect_to_url.url;
  if (bank !== undefined && isWebAddress(bank))
    return { form: true, bank, waits: true, notice: words.bank_waits } as const;
  return { form: true, notice: '' } as const;
};

const ended = (session: CheckoutSession, merchant: string, heading: string, notice: string): View => ({
  order: session,
  heading,
  notice,
  ...leaveFor(shopAddress(session, false), to(merchant, words.back)),
});

const leaveFor = (url: string | null, words: string): Pick<View, 'leave'> =>
  url === null ? {} : { leave: { url, words } };
