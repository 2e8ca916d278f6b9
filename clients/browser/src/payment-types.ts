import type {
  CardElement,
  CardEvents,
  CardOptions,
  ConfirmResult,
  FieldGroup,
  GroupOptions,
} from './types.ts';
import type { WalletOptions } from './wallet-types.ts';

/** With `googlepay` or `applepay`, the buttons of those wallets that the session offers. */
export type PaymentOptions = GroupOptions & Pick<CardOptions, 'name'> & WalletOptions;

/** Everything that one session can be paid with, and what becomes of it in the customer's words. */
export type PaymentElement = Omit<CardElement, 'mount' | 'on' | 'confirm'> & {
  /** Puts the element into a container. An element can be mounted once. Throws if it is, or if there is no such container. */
  readonly mount: (container: Element | string) => PaymentElement;
  /**
   * As of a card, but `result` is told of every payment, also of one by wallet. It comes before any payment if the session is paid already, or can
   * never be paid: it has expired, or the secret is wrong.
   */
  readonly on: <Name extends keyof CardEvents>(
    name: Name,
    listener: (event: CardEvents[Name]) => void,
  ) => PaymentElement;
  /**
   * Pays with the card that was typed. While a payment is in progress, every further call returns the same promise. Rejects only if nothing was sent,
   * because the frame did not load or is not in the page.
   */
  readonly confirm: () => Promise<ConfirmResult>;
};

/** What `loadFields` gives. Each of them throws a `TypeError` for an unknown or invalid option. */
export type PaymentFields = {
  readonly create: {
    (kind: 'card', options?: CardOptions): CardElement;
    (kind: 'payment', options: PaymentOptions): PaymentElement;
  };
  readonly group: (options?: GroupOptions) => FieldGroup;
};
