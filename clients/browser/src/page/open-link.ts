import { refusals, page as words } from '#messages';
import { sessionOf } from '../session-of.ts';
import type { CheckoutSession } from '../types.ts';
import {
  type Answered,
  beginLink,
  type LinkPorts,
  type PaymentLink,
  paidOf,
  readBegun,
  readLink,
} from './begin-link.ts';
import type { Screen } from './create-screen.ts';
import { to, type View } from './view-of.ts';

export type LinkPage = {
  /** Reads the link, and what this tab has begun with it, and shows it. Nothing is begun by that: programs open links to show what is behind them. */
  readonly look: () => Promise<void>;
  /** The customer has pressed the button: goes on to the page of a session. */
  readonly begin: () => Promise<void>;
};

type Parts = { readonly screen: Screen; readonly ports: LinkPorts; readonly id: string };

export const openLink = ({ screen, ports, id }: Parts): LinkPage => {
  let beginning = false;
  /** The page says that this tab has paid. */
  let shows_paid = false;
  const look: LinkPage['look'] = async () => {
    const [response, begun] = await Promise.all([readLink(ports, id), readBegun(ports, id)]);
    const paid = paidOf(begun);
    shows_paid = paid !== undefined;
    // A customer who may have paid is not asked to pay.
    if (begun?.state.kind === 'unreachable') screen.show(unreachable);
    else screen.show(paid ? viewOfPaid(response, paid) : viewOfLink(response, screen.merchant));
  };
  const begin: LinkPage['begin'] = async () => {
    if (beginning) return;
    beginning = true;
    screen.busy(true);
    screen.say('');
    try {
      const response = await beginLink(ports, id, shows_paid);
      if (response.kind === 'paid') return await look();
      if (response.kind === 'unreachable') return screen.show(unreachable);
      if (response.kind === 'done') return goTo(response.result);
      const ended = response.kind === 'refused' ? endOf(response.code) : undefined;
      if (ended) screen.show(ended);
      else screen.say(response.kind === 'refused' ? wordsOf(response.code) : words.link_not_begun, 'bad');
    } finally {
      beginning = false;
      screen.busy(false);
    }
  };
  return { look, begin };
};

/** The session's own page, beside this one, with the secret where no server sees it. */
const goTo = (secret: string): void =>
  window.location.assign(new URL(`${sessionOf(secret)}#${secret}`, window.location.href));

const viewOfLink = (response: Answered<PaymentLink>, merchant: string): View => {
  if (response.kind === 'lost') return unreachable;
  if (response.kind === 'refused')
    return (
      endOf(response.code) ?? {
        heading: words.payment,
        notice: wordsOf(response.code),
        tone: 'bad',
        again: true,
      }
    );
  const { result: order } = response;
  return order.active
    ? { order, heading: to(merchant, words.pay_merchant), notice: '', form: true }
    : { order, ...expired };
};

const unreachable: View = { heading: words.payment, notice: words.unreachable, tone: 'bad', again: true };

/** Whatever has become of the link: its customer has paid, and is offered to pay again only as that. */
const viewOfPaid = (response: Answered<PaymentLink>, order: CheckoutSession): View => ({
  order,
  heading: words.paid_heading,
  notice: words.paid,
  paid: true,
  ...(response.kind === 'done' && mayBePaidAgain(response.result) ? { form: true } : {}),
});

const mayBePaidAgain = ({ active, pay_once }: PaymentLink): boolean => active && !pay_once;

const expired: View = { heading: words.link_expired_heading, notice: words.link_expired };

/** What the page says instead of a button, if the link begins nothing. */
const endOf = (code: string): View | undefined => {
  switch (code) {
    case 'payment_link_expired':
      return expired;
    case 'order_already_paid':
      return { heading: words.link_paid_heading, notice: words.link_paid };
    case 'resource_missing':
    case 'token_invalid':
    case 'scope_missing':
      return { heading: words.link_unknown_heading, notice: words.link_unknown };
    default:
      return undefined;
  }
};

const wordsOf = (code: string): string => {
  if (code === 'too_many_attempts' || code === 'too_many_requests') return words.link_busy;
  return code === '' ? words.link_not_begun : refusals.psp_unavailable;
};
