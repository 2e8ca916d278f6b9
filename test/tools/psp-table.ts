import * as registry from '../../lib/psp/registry.ts';
import type { Capabilities } from '../../lib/types/capabilities.ts';
import { currencies } from '../../lib/types/currency.ts';
import { markdownTable } from './markdown-table.ts';

/** Who can what, as a Markdown table: made from what the adapters declare, which is what the engine decides from. */
export const pspTable = (): string => {
  const psps = Object.entries(registry);
  const rows = [
    ['', ...psps.map(([id]) => `\`${id}\``)],
    ...lines.map(({ what, notify: report }) => [
      what,
      ...psps.map(([, { capabilities }]) => report(capabilities)),
    ]),
  ];
  return markdownTable(rows);
};

const yes = (value: boolean): string => (value ? 'yes' : 'no');

const lines: readonly { readonly what: string; readonly notify: (capabilities: Capabilities) => string }[] = [
  {
    what: 'raw card',
    notify: ({ card, card_without_cvc }) =>
      card && !card_without_cvc ? 'only with security code' : yes(card),
  },
  {
    what: 'merchant-initiated card payment',
    notify: ({ network_transaction_id }) => yes(network_transaction_id),
  },
  { what: '`psp_token`', notify: ({ psp_token }) => yes(psp_token) },
  { what: 'Apple Pay, Google Pay', notify: ({ wallets }) => yes(wallets.length > 0) },
  {
    what: '3-D Secure',
    notify: ({ three_d_secure, challenge_in_frame }) => {
      if (!three_d_secure) return 'no';
      return challenge_in_frame ? 'by redirect, in a frame' : 'by redirect';
    },
  },
  { what: 'manual capture', notify: ({ capture }) => yes(capture.manual) },
  { what: 'partial capture', notify: ({ capture }) => yes(capture.partial) },
  {
    what: 'refund result',
    notify: ({ refund }) => (refund.result === 'synchronous' ? 'at once' : 'by webhook'),
  },
  { what: 'refund look-up', notify: ({ refund }) => yes(refund.look_up) },
  {
    what: 'find a payment by our reference',
    notify: ({ look_up }) => {
      if (look_up === null) return 'no';
      return look_up.lag_ms === 0 ? 'at once' : `after ${duration(look_up.lag_ms)}`;
    },
  },
  {
    what: 'stop a payment by our reference',
    notify: ({ cancel_by_reference }) => {
      if (cancel_by_reference === null) return 'no';
      return cancel_by_reference.result === 'synchronous' ? 'at once' : 'by webhook';
    },
  },
  { what: 'repeating a key returns', notify: ({ idempotency }) => repeats[idempotency.kind] },
  { what: 'keys are kept for', notify: ({ idempotency }) => duration(idempotency.window_ms) },
  {
    what: 'currencies',
    notify: ({ amounts }) =>
      String(amounts.currencies === 'all' ? currencies.length : amounts.currencies.length),
  },
];

const repeats: Readonly<Record<Capabilities['idempotency']['kind'], string>> = {
  all_answers: 'the first answer',
  current_state: 'the payment as it is',
  success_only: 'the first success',
  none: 'nothing',
};

const duration = (ms: number): string => {
  const minutes = ms / 60_000;
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${minutes / 60} h` : `${minutes / (24 * 60)} d`;
};
