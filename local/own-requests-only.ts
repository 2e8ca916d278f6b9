import type { IncomingMessage } from 'node:http';

/**
 * Whether a request came to this machine by its own name, and not from another site's page: this excludes names pointed here (DNS rebinding) and
 * forms or scripts on foreign pages. Programs send no `origin`.
 */
export const isOwnRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const { host = '', origin } = headers;
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return false;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin');
};
