import type { ConfirmResult } from '../types.ts';

/** After these, the customer must not be asked to pay again. */
export const endings: readonly ConfirmResult['status'][] = [
  'succeeded',
  'processing',
  'redirecting',
  'canceled',
];
