import type { RenderedResponse, View } from '../types/records.ts';
import type { Result } from '../types/result.ts';
import type { Session } from '../types/session.ts';
import { errorBody } from './error-body.ts';
import { renderCharge } from './render-charge.ts';
import { renderRefund } from './render-refund.ts';
import { type RenderSession, renderSession } from './render-session.ts';
import { sessionToken, type TokenUse } from './session-token.ts';
import type { NamedKey } from './token-secrets.ts';

export type RendererContext = {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly request_id: string;
  readonly docs_url: string;
  /** Each session has a page below it; undefined if there are no such pages. */
  readonly pages_url?: string | undefined;
};

type Beside = Pick<RenderSession, 'vault' | 'warnings' | 'framed'>;

/**
 * The bytes of a response, as sent and stored. They contain the client secret without its MAC, also in the address of the session's page, so that no
 * secret is stored: `withClientSecret` completes it before sending.
 */
export const createRenderer =
  ({ now, request_id, docs_url, pages_url }: RendererContext) =>
  (result: Result, view: View): RenderedResponse => {
    if ('replay' in result) return result.replay;
    const render = (session: Session, beside: Beside = {}) => {
      const client_secret = `${session.id}_secret_${session.signing_key}`;
      const { id, saved_cards, signing_key } = session;
      const fragment = saved_cards ? `${id}_page_${signing_key}` : client_secret;
      const url = pages_url === undefined ? null : `${pages_url}/${id}#${fragment}`;
      return renderSession(session, { ...beside, now: now(), client_secret, url, view });
    };
    if ('error' in result) {
      const session = result.session && render(result.session);
      return {
        status: result.error.status,
        body: JSON.stringify(errorBody(result.error, { request_id, docs_url }, session)),
      };
    }
    if ('refund' in result) return ok(renderRefund(result.refund, result.charge));
    if ('session' in result) return ok(render(result.session, result));
    return ok(renderCharge(result.charge, undefined));
  };

const ok = (body: unknown): RenderedResponse => ({ status: 200, body: JSON.stringify(body) });

/**
 * Matches only bytes that were rendered here: metadata may have fields of any name, and must not get the secret of a session that it names. No field
 * before `url` is under a merchant's control.
 */
const unsigned =
  /^((?:\{"error":\{[^{}]*"session":)?\{"id":"(cs_[0-9a-z]{26})","object":"checkout\.session",[^{}]*?"client_secret":)"\2_secret_([a-z0-9]{1,16})"(?:,"url":"([^"]+#)\2_(secret|page)_\3")?/;

/** Whether the bytes must be completed before they are sent: only then are signing keys needed. */
export const lacksClientSecret = (body: string): boolean => unsigned.test(body);

/**
 * The bytes to send, with the client secret and the page's address completed; null instead if the signing key is not among `keys`. `by_link`: the
 * caller has only the page's address, and gets no other secret.
 */
export const withClientSecret = (body: string, keys: readonly NamedKey[], by_link = false): string =>
  body.replace(
    unsigned,
    (_, before: string, session: string, key_id: string, page?: string, kind?: 'secret' | 'page') => {
      const shown = (prefix: string, use: TokenUse) => {
        const token = sessionToken(keys, session, key_id, use);
        return token === undefined ? 'null' : JSON.stringify(prefix + token);
      };
      const own = shown('', by_link ? 'page' : 'client_secret');
      if (page === undefined) return `${before}${own}`;
      return `${before}${own},"url":${shown(page, kind === 'page' ? 'page' : 'client_secret')}`;
    },
  );
