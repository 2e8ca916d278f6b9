import type { Session } from '../types/session.ts';

/** Where the customer goes after 3-D Secure: only to a URL that the session names. A payment still open counts as not failed. */
export const returnTarget = ({ id, payment_status, success_url, cancel_url }: Session): string => {
  const url = new URL(
    payment_status === 'unpaid' || payment_status === 'canceled' ? (cancel_url ?? success_url) : success_url,
  );
  url.searchParams.set('session_id', id);
  return url.href;
};
