import type { IncomingMessage } from 'node:http';

/**
 * Whether a request was sent to this machine by its own name, and by no page of another site: a name that was pointed here (DNS rebinding) and a
 * form or script on a page anywhere are not. Programs send no `origin`.
 */
export const isOwnRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const { host = '', origin } = headers;
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return false;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin');
};
