import type { Session } from '../types/session.ts';
import { withSessionId } from '../types/with-session-id.ts';

/**
 * Where the customer goes after 3-D Secure: only to a URL of the session or, if it is not paid, back to its page below `pages`. A payment whose
 * outcome is unknown goes to `success_url`.
 */
export const returnTarget = (
  { id, payment_status, success_url, cancel_url }: Session,
  pages?: string,
): string => {
  if (pages !== undefined && notPaid.includes(payment_status)) return `${pages}/${id}`;
  const url = new URL(
    payment_status === 'unpaid' || payment_status === 'canceled' ? (cancel_url ?? success_url) : success_url,
  );
  return withSessionId(url, id);
};

/** In these states the page says what the customer can do. */
const notPaid: readonly Session['payment_status'][] = ['unpaid', 'canceled', 'requires_action'];
