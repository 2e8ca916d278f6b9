import type { IncomingMessage } from 'node:http';

/** Who may ask for a path, besides this machine's own programs and pages. */
export type Guests = {
  /** Whether pages of this other origin may; by default none may. */
  readonly origins?: (origin: string) => boolean;
  /** Whether a page may be framed here; the page's own policy says by whom. */
  readonly frames?: boolean;
  /** Whether a form of another site may end here, as when a PSP sends its customer back. */
  readonly forms?: boolean;
};

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/**
 * Why a request is refused, for people; undefined if it may pass. It has to name this machine, which a name that was pointed here (DNS rebinding) does
 * not, and no page of another site may ask for anything: it can only be left for one of ours, by a link. Programs send neither `origin` nor
 * `sec-fetch-site`. Source: "Fetch Metadata Request Headers", and the Fetch Standard, "`Origin` header".
 */
export const refusalOf = (
  request: Asked,
  { origins = () => false, frames = false, forms = false }: Guests = {},
): string | undefined => {
  const host = only(request, 'host');
  const named = authorityOf(request.url) ?? host;
  for (const name of [host, named])
    if (!isThisMachine(name))
      return `This answers to localhost and 127.0.0.1 only, not to ${JSON.stringify(name ?? '')}.`;
  const origin = only(request, 'origin');
  const site = only(request, 'sec-fetch-site') ?? 'none';
  if (site === 'refused' || origin === 'refused') return 'A header came twice.';
  const isOwn = isOwnSite(site) && (origin === undefined || origin === `http://${host}`.toLowerCase());
  const isGuest = origin !== undefined && origin !== 'null' && origins(origin);
  if (isOwn || isGuest || isVisit(request, origin, { frames, forms })) return undefined;
  return `Pages of ${origin ?? 'another site'} may not use this: only this machine's own programs and pages may.`;
};

/** A header's one value; `refused` if it came more than once. */
const only = ({ rawHeaders }: Asked, name: string): string | undefined => {
  const values = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2);
  return values.length > 1 ? 'refused' : values[0];
};

/** The authority of a request target in absolute form, which then counts instead of the header (RFC 9112, 3.2.2). */
const authorityOf = (target = '/'): string | undefined =>
  target.startsWith('/') ? undefined : /^http:\/\/([^/?#]*)/i.exec(target)?.[1];

const isThisMachine = (name = ''): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(name);

const isOwnSite = (site: string): boolean => site === 'none' || site === 'same-origin';

/** The browser leaves another site's page for one here, or frames it: the other page sees nothing of the answer. */
const isVisit = (
  request: Asked,
  origin: string | undefined,
  { frames, forms }: Required<Pick<Guests, 'frames' | 'forms'>>,
): boolean => {
  if (only(request, 'sec-fetch-mode') !== 'navigate') return false;
  const destination = only(request, 'sec-fetch-dest');
  if (destination !== 'document' && !(frames && destination === 'iframe')) return false;
  if (request.method === 'POST') return forms;
  return origin === undefined && (request.method === 'GET' || request.method === 'HEAD');
};
