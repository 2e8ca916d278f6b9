import { withSessionId } from '../../../../lib/types/with-session-id.ts';
import type { CheckoutSession } from '../types.ts';

/** Where the customer goes from here, with the session's id, as after 3-D Secure. Null if the shop has named no such place, or has none but this page. */
export const shopAddress = (
  { id, success_url, cancel_url }: CheckoutSession,
  paid: boolean,
): string | null => {
  const target = paid ? success_url : cancel_url;
  if (target === null) return null;
  const url = new URL(target);
  if (isHere(url)) return null;
  return /^https?:$/.test(url.protocol) ? withSessionId(url, id) : null;
};

const isHere = ({ origin, pathname }: URL): boolean =>
  origin === window.location.origin && pathname === window.location.pathname;
