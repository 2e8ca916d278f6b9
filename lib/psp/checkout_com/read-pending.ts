import type { ActionRequired, Unknown } from '../../types/psp.ts';
import { urlAt } from '../json.ts';

/** A pending payment: the customer's turn where it links to a page, else the PSP's. */
export const readPending = (json: unknown, psp_reference: string): ActionRequired | Unknown => {
  const redirect_url = urlAt(json, '_links', 'redirect', 'href');
  return redirect_url === undefined
    ? { outcome: 'unknown', doubt: 'pending', psp_reference }
    : { outcome: 'requires_action', redirect_url, psp_reference };
};
