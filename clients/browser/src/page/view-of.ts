import { isWebAddress } from '../is-web-address.ts';
import type { CheckoutSession } from '../types.ts';
import type { State } from './read-state.ts';
import { shopAddress } from './shop-address.ts';

/** What the page shows. */
export type View = {
  readonly heading: string;
  readonly notice: string;
  readonly tone?: 'bad';
  readonly session?: CheckoutSession;
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
      return {
        heading: 'This payment is unknown',
        notice: 'The link is incomplete or out of date. Please go back to the shop and start again.',
      };
    case 'elsewhere':
      return {
        heading: 'Go on where you began',
        notice:
          'You began this payment in another browser or window. Please go back there: it shows how your payment went.',
      };
    case 'unreachable':
      return {
        heading: 'Payment',
        notice: 'The payment cannot be read right now. You are never charged twice.',
        tone: 'bad',
        again: true,
      };
    default:
      return state satisfies never;
  }
};

const viewOfSession = (session: CheckoutSession, merchant: string): View => {
  const open = { session, heading: `Pay ${merchant}` };
  switch (session.payment_status) {
    case 'paid':
    case 'authorized':
      return {
        session,
        heading: 'Thank you',
        notice: 'Your payment went through.',
        paid: true,
        ...leaveFor(shopAddress(session, true), `Go on to ${merchant}`),
      };
    case 'canceled':
      return ended(session, merchant, 'This payment was canceled', 'You have not been charged.');
    case 'processing':
      return {
        ...open,
        notice: 'Your bank has not answered yet. Please do not pay again: you are never charged twice.',
        waits: true,
      };
    case 'requires_action':
    case 'unpaid':
      return session.status === 'expired'
        ? ended(
            session,
            merchant,
            'This payment has expired',
            'You have not been charged. Please start again.',
          )
        : { ...open, ...payable(session), ...leaveFor(shopAddress(session, false), 'Cancel') };
    default:
      return session.payment_status satisfies never;
  }
};

const payable = ({ next_action, last_payment_error }: CheckoutSession) => {
  const bank = next_action?.redirect_to_url.url;
  if (bank !== undefined && isWebAddress(bank))
    return {
      form: true,
      bank,
      waits: true,
      notice: 'Your bank is waiting for you to confirm this payment. You can also pay with another card.',
    } as const;
  if (!last_payment_error) return { form: true, notice: '' } as const;
  return { form: true, tone: 'bad', notice: last_payment_error.message } as const;
};

const ended = (session: CheckoutSession, merchant: string, heading: string, notice: string): View => ({
  session,
  heading,
  notice,
  ...leaveFor(shopAddress(session, false), `Back to ${merchant}`),
});

const leaveFor = (url: string | null, words: string): Pick<View, 'leave'> =>
  url === null ? {} : { leave: { url, words } };
