'use client';

import {
  type ConfirmResult,
  loadFields,
  type PaymentElement as MountedElement,
  type PaymentOptions,
  type PolicyViolation,
} from 'payment-routing-browser';
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/**
 * `loading` until the customer can type, `failed` if the fields cannot be loaded. While a payment is being made it is `confirming`, after it what its
 * result says.
 */
export type CheckoutStatus = 'loading' | 'ready' | 'failed' | 'confirming' | ConfirmResult['status'];

export type Checkout = {
  readonly status: CheckoutStatus;
  /** Of the last payment, by card or wallet; null before one, and while one is being made. */
  readonly result: ConfirmResult | null;
  /** Nothing can be paid now. */
  readonly disabled: boolean;
  /** Pays with the card that was typed. Rejects if nothing was sent, because the element is not in the page or did not load. */
  readonly confirm: () => Promise<ConfirmResult>;
};

export type CheckoutProviderProps = {
  /** The service's origin: `https://pay.example.com`. */
  readonly origin: string;
  /** Of the payment element. Another `client_secret` makes a new element, which takes the other options as they are then. */
  readonly options: PaymentOptions;
  /** The policy of a frame stopped something: send it to your log. */
  readonly onViolation?: (violation: PolicyViolation) => void;
  readonly children?: ReactNode;
};

type State = Pick<Checkout, 'status' | 'result'>;

const loading: State = { status: 'loading', result: null };
const ready: State = { status: 'ready', result: null };

const payable: readonly CheckoutStatus[] = ['ready', 'declined', 'refused', 'incomplete'];

type Shared = Checkout & { readonly place: (container: HTMLElement | null) => void };

const Context = createContext<Shared | null>(null);

/**
 * The checkout of one session, for the `PaymentElement` and every `useCheckout` below it. On a server it loads nothing.
 *
 * @example
 * <CheckoutProvider origin="https://pay.example.com" options={{ client_secret }}>
 *   <PaymentElement />
 *   <PayButton />
 * </CheckoutProvider>
 */
export const CheckoutProvider = (props: CheckoutProviderProps): ReactElement => {
  const [container, place] = useState<HTMLElement | null>(null);
  const [state, tell] = useState(loading);
  const open = useRef<OpenElement | null>(null);
  const newest = useRef(props);
  const { origin, options, children } = props;

  useEffect(() => {
    newest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is another session
  useEffect(() => {
    if (!container) return;
    const opened = openElement(container, newest, tell);
    open.current = opened;
    return () => {
      open.current = null;
      opened.close();
    };
  }, [container, origin, options.client_secret]);
  useEffect(() => takeBack(tell), []);

  const confirm = useCallback(
    () => open.current?.confirm() ?? Promise.reject(new Error('The payment element is not in the page')),
    [],
  );
  const disabled = !container || !payable.includes(state.status);
  return createElement(Context.Provider, { value: { ...state, disabled, confirm, place } }, children);
};

/**
 * The payment element of the provider around it, which has one. Enter in a field submits the form around it.
 *
 * @throws `Error` without a `CheckoutProvider` around it.
 */
export const PaymentElement = ({ className }: { readonly className?: string }): ReactElement => {
  const { place } = useShared();
  return createElement('div', { ref: place, className });
};

/**
 * The state of the payment of the provider around it, and the way to pay.
 *
 * @throws `Error` without a `CheckoutProvider` around it.
 * @example
 * const { confirm, disabled, result } = useCheckout();
 */
export const useCheckout = (): Checkout => {
  const { place: _, ...checkout } = useShared();
  return checkout;
};

const useShared = (): Shared => {
  const shared = useContext(Context);
  if (!shared) throw new Error('useCheckout and PaymentElement need a CheckoutProvider around them');
  return shared;
};

type Tell = (change: (now: State) => State) => void;

type OpenElement = { readonly confirm: Checkout['confirm']; readonly close: () => void };

/** One element from its first load to its end, after which it tells nothing. */
const openElement = (
  container: HTMLElement,
  newest: { readonly current: CheckoutProviderProps },
  tell: Tell,
): OpenElement => {
  let element: MountedElement | undefined;
  let gone = false;
  const say = (next: State, unless: (now: State) => boolean = () => false) => {
    if (!gone) tell((now) => (unless(now) ? now : next));
  };
  const fail = () => say({ status: 'failed', result: null });
  const sayResult = (result: ConfirmResult) => say({ status: result.status, result });
  say(loading);
  loadFields(newest.current.origin)
    .then((fields) => {
      if (gone) return;
      element = fields
        .create('payment', newest.current.options)
        .on('ready', () => say(ready, ({ status }) => status !== 'loading'))
        .on('submit', () => submit(container.closest('form')))
        .on('confirming', () => say({ status: 'confirming', result: null }))
        .on('result', sayResult)
        .on('loaderror', fail)
        .on('violation', (violation) => newest.current.onViolation?.(violation))
        .mount(container);
    })
    .catch((error) => {
      fail();
      console.error(error);
    });
  return {
    confirm: async () => {
      if (!element) throw new Error('The payment element has not loaded');
      const result = await element.confirm();
      // No event tells that its patience has ended.
      if (result.status === 'processing') sayResult(result);
      return result;
    },
    close: () => {
      gone = true;
      element?.destroy();
    },
  };
};

/** As Enter in an input of the form would. Safari before 16 has no `requestSubmit`. */
const submit = (form: HTMLFormElement | null): void => {
  if (typeof form?.requestSubmit === 'function') form.requestSubmit();
  else form?.querySelector<HTMLElement>('button:not([type]), [type="submit"]')?.click();
};

/** A customer who comes back from the bank's page may find this page as it was left. */
const takeBack = (tell: Tell): (() => void) => {
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted) tell((now) => (now.status === 'redirecting' ? ready : now));
  };
  window.addEventListener('pageshow', look);
  return () => window.removeEventListener('pageshow', look);
};
