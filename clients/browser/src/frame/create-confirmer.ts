import { nobodyKnows } from '../nobody-knows.ts';
import type { FromFrame, WalletMethod } from '../protocol.ts';
import { sessionOf } from '../session-of.ts';
import type { ConfirmResult, FieldError, FieldName, SavedCard } from '../types.ts';
import { browserPorts, service } from './browser-ports.ts';
import { collectCard } from './collect-card.ts';
import { collectCvc } from './collect-cvc.ts';
import { confirmSession, followLeft, followReturn, type ReturnMode, settledOf } from './confirm-session.ts';
import type { Form } from './create-form.ts';
import { forCustomer } from './for-customer.ts';
import type { OtherFields } from './other-fields.ts';
import { codeOf, readCard } from './read-card.ts';
import { readOptions } from './read-options.ts';
import { reassure } from './reassure.ts';
import { refusedSecret } from './refused-secret.ts';
import { showNotice } from './show-notice.ts';
import { showRefusal } from './show-refusal.ts';

export type Order = {
  readonly client_secret: string;
  /** The fields of the card that are in other frames. */
  readonly elsewhere: readonly FieldName[];
  /** A customer who has not paid comes back to the hosted page. */
  readonly hosted?: boolean | undefined;
  /** The page can show 3-D Secure in a frame. */
  readonly framed?: boolean | undefined;
  /** What a wallet has approved, instead of the card. */
  readonly method?: WalletMethod | undefined;
};

export type Confirmer = {
  readonly confirm: (id: number, order: Order) => Promise<void>;
  /** The customer is back from 3-D Secure in a frame of the page. */
  readonly returned: (id: number, client_secret: string) => Promise<void>;
};

/** Without an answer, these count as missing, and nothing is sent. */
const indispensable = { expiry: '', cvc: '' };

/** Nothing was sent to a PSP: the session requires more than this form has asked for. */
const lacks = (result: ConfirmResult): boolean =>
  result.status === 'refused' && result.code === 'parameter_missing';

type Parts = {
  readonly form: Form;
  readonly others: OtherFields;
  readonly send: (message: FromFrame) => void;
  /** Tells the customer why a payment was not made. */
  readonly explains: boolean;
};

/**
 * Confirms sessions with the card in this frame's form and in the other fields, or with what a wallet has approved, one at a time. The first mistake is
 * shown and gets the focus.
 */
export const createConfirmer = ({ form, others, send, explains }: Parts): Confirmer => {
  const lock = (locked: boolean): void => {
    form.lock(locked);
    others.lock(locked);
  };
  /** The last secret that an incomplete card has found to be one. */
  let accepted: string | undefined;
  let paid: Extract<ConfirmResult, { readonly status: 'succeeded' }> | undefined;
  /** The browser is on its way to the bank: another try would end the one that the customer is to approve there. */
  let leaving = false;
  addEventListener('pageshow', () => {
    leaving = false;
  });
  const confirm = async (order: Order): Promise<ConfirmResult> => {
    const { client_secret, method } = order;
    // The form is empty by then, and nobody has to fill it in again.
    if (paid && paid.session.id === sessionOf(client_secret)) return paid;
    const settled = leaving && (await settledOf(browserPorts, client_secret));
    if (settled) return settled;
    if (!method) return payCard(order);
    send({ type: 'confirming' });
    return confirmSession(browserPorts, client_secret, method, returnModeOf(order));
  };
  const payCard = (order: Order): Promise<ConfirmResult> => {
    form.judge();
    const saved = form.saved();
    return saved ? paySaved(order, saved) : payTyped(order);
  };
  const payTyped = async (order: Order): Promise<ConfirmResult> => {
    const { client_secret, elsewhere } = order;
    const typed = { ...form.values(), ...(await others.collect(elsewhere)) };
    const { card, address, error } = readCard({ ...indispensable, ...typed });
    if (!card) return correct(order, error);
    send({ type: 'confirming' });
    const network = form.network();
    const whole = { ...card, ...(network && { network }) };
    const method = service
      ? await collectCard(browserPorts, client_secret, whole)
      : { type: 'card' as const, card: whole };
    if ('status' in method) return method;
    const billing = address && { billing_details: { address } };
    const result = await confirmSession(
      browserPorts,
      client_secret,
      { ...method, ...billing },
      returnModeOf(order),
    );
    const asked = lacks(result) && form.ask(await readOptions(browserPorts, client_secret));
    return asked ? payCard(order) : result;
  };
  const paySaved = async (order: Order, saved: SavedCard): Promise<ConfirmResult> => {
    const { client_secret } = order;
    const { cvc = '' } = form.values();
    const { error } = readCard({ cvc }, codeOf(saved));
    if (error) return correct(order, error);
    send({ type: 'confirming' });
    const method = await collectCvc(browserPorts, client_secret, saved, cvc);
    return 'status' in method
      ? method
      : confirmSession(browserPorts, client_secret, method, returnModeOf(order));
  };
  const correct = async (
    { client_secret, elsewhere }: Order,
    error: FieldError | null,
  ): Promise<ConfirmResult> => {
    if (!error) throw new Error('A card without a mistake is a card');
    if (client_secret !== accepted) {
      const refused = await refusedSecret(browserPorts, client_secret);
      if (refused) return refused;
      accepted = client_secret;
    }
    (elsewhere.includes(error.field) ? others : form).focus(error.field);
    return { status: 'incomplete', error };
  };

  let busy = false;
  const work = async (id: number, task: () => Promise<ConfirmResult>): Promise<void> => {
    if (busy) return;
    busy = true;
    lock(true);
    const stop = reassure();
    // A bug here says nothing about what was sent.
    const result = await task().catch(() => nobodyKnows);
    stop();
    if (result.status === 'succeeded') {
      paid = result;
      form.clear();
      others.clear();
    }
    leaving = result.status === 'redirecting';
    showRefusal(result);
    const shown = forCustomer(result);
    if (explains && 'message' in shown) showNotice(shown.message, 'bad');
    send({ type: 'result', id, result: shown });
    lock(false);
    busy = false;
  };
  let confirms = 0;
  /** Until the customer begins another payment. */
  const watch = async (client_secret: string): Promise<void> => {
    const mine = confirms;
    const result = await followLeft(browserPorts, client_secret).catch(() => undefined);
    if (result && mine === confirms) await work(0, async () => result);
  };
  return {
    confirm: (id, order) => {
      confirms++;
      return work(id, () => confirm(order));
    },
    returned: (id, client_secret) =>
      work(id, async () => {
        const result = await followReturn(browserPorts, client_secret);
        if (result.status === 'refused') void watch(client_secret);
        return result;
      }),
  };
};

const returnModeOf = ({ hosted, framed }: Order): ReturnMode | undefined => {
  if (hosted) return 'hosted';
  return framed ? 'frame' : undefined;
};
