import { createHash } from 'node:crypto';
import { ApiError } from '../types/api-error.ts';
import type { StoredCard, StoredCvc } from '../types/card-store.ts';
import { defined } from '../types/defined.ts';
import type { HttpRequest } from '../types/transport.ts';
import type { VaultFailure } from '../types/vault-failure.ts';
import type { ForwardRequest, ForwardResponse } from '../vault-protocol/forward.ts';
import { type Checked, checkForward } from './check-forward.ts';
import { holdsNumber } from './holds-number.ts';
import { unseal } from './seal.ts';
import type { Bound, ForwardPorts } from './vault-ports.ts';

type Card = { readonly number: string; readonly cvc: string };
type Refused = { readonly refused: string };

/**
 * Puts a card into a PSP's request and sends it once. Any failure before the first byte is `refused` or `not_sent`. A response that contains the
 * number in any encoding is withheld. Logs one line: token, account, path, the hash of the body with its slots, and the result.
 */
export const forwardCard = async (ports: ForwardPorts, given: unknown): Promise<ForwardResponse> => {
  const checked = checkForward(given, ports.accounts);
  if ('refused' in checked) return reported(ports, checked.of, refusal(checked));
  const card = await takeOut(ports, checked).catch((error: unknown) => failed(ports, error));
  if ('refused' in card) return reported(ports, checked.request, refusal(card));
  const response = await send(ports, checked, card);
  if (!shows(response, card)) return reported(ports, checked.request, response);
  const { token, account } = checked.request;
  ports.log({ event: 'vault_card_in_answer', token, account });
  return reported(ports, checked.request, {
    kind: 'lost',
    doubt: 'unreadable_answer',
    cause: 'answer_withheld',
  });
};

const unavailable: VaultFailure = 'vault_unavailable';

/**
 * Reports only the kind of an error: its message may contain card data. What the store, the key service or a secret does not give now, it may give to
 * a repeat with the same token; anything else is a row that was changed.
 */
const failed = ({ log }: ForwardPorts, error: unknown): Refused => {
  log({ event: 'vault_failed', name: error instanceof Error ? error.name : typeof error });
  return { refused: error instanceof ApiError ? unavailable : 'vault_failed' };
};

const refusal = ({ refused }: Refused): ForwardResponse => ({
  kind: refused === unavailable ? 'not_sent' : 'refused',
  cause: refused,
});

/** Decrypts the number, and the security code if the body has a place for it. */
const takeOut = async (
  ports: ForwardPorts,
  { request, placed: { has_cvc } }: Checked,
): Promise<Card | Refused> => {
  const { cards, clock } = ports;
  const { token, session, not_after, cvc_token = token } = request;
  const now = clock.now();
  if (now >= not_after) return { refused: 'too_late' };
  const [card, code] = await Promise.all([
    cards.card(token, now),
    has_cvc ? cards.cvc(cvc_token, now) : undefined,
  ]);
  if (!card) return { refused: 'token' };
  if (!card.kept && card.session !== session) return { refused: 'session' };
  if (has_cvc && !(code && completes(code, card, session))) return { refused: 'cvc_gone' };
  return open(ports, card, code);
};

/** A code collected with a card belongs to that card; one collected alone is for any stored card, in its own session. */
const completes = (
  { token, alone }: StoredCvc,
  card: Pick<StoredCard, 'token' | 'kept'>,
  session: string,
): boolean => (alone ? card.kept === true && alone.session === session : token === card.token);

const open = async (
  { keys, deployment }: ForwardPorts,
  card: StoredCard,
  code: StoredCvc | undefined,
): Promise<Card> => {
  const withKey = async <Opened>(
    { token, wrapped }: Pick<StoredCard, 'token' | 'wrapped'>,
    use: (plain: Uint8Array, bound: Bound) => Opened,
  ): Promise<Opened> => {
    const bound = { ...deployment, token };
    const plain = await keys.unwrap(wrapped, bound);
    try {
      return use(plain, bound);
    } finally {
      plain.fill(0);
    }
  };
  const cvcIn = (plain: Uint8Array, bound: Bound): string =>
    code ? unseal(plain, code.cvc, { ...bound, field: 'cvc' }) : '';
  const alone = code?.alone && { token: code.token, wrapped: code.alone.wrapped };
  const [opened, cvc] = await Promise.all([
    withKey(card, (plain, bound) => ({
      number: unseal(plain, card.number, { ...bound, field: 'number' }),
      cvc: alone ? '' : cvcIn(plain, bound),
    })),
    alone && withKey(alone, cvcIn),
  ]);
  return { ...opened, ...defined({ cvc }) };
};

const send = async (
  ports: ForwardPorts,
  { request, call, url, placed }: Checked,
  { number, cvc }: Card,
): Promise<ForwardResponse> => {
  const { method, headers, timeout_ms, not_after, account } = request;
  const deadline = Math.min(ports.clock.now() + timeout_ms, not_after);
  const left_ms = (): number => deadline - ports.clock.now();
  const once = async (own: Readonly<Record<string, string>>): Promise<ForwardResponse> => {
    const remaining = left_ms();
    if (remaining <= 0) return refusal({ refused: 'too_late' });
    const body = placed.render(number, cvc);
    const sent: HttpRequest = { method, url, headers: { ...headers, ...own }, body, timeout_ms: remaining };
    return ports.http(sent);
  };
  if (!call.key.held) return once({});
  const held = async (renew: boolean): Promise<ForwardResponse> => {
    // A quarter of the time is for the token and the rest for the payment, as without a vault.
    const access = await ports
      .authorize(account, { timeout_ms: Math.floor(left_ms() / 4), renew })
      .catch((error: unknown) => ({ instead: refusal(failed(ports, error)) }));
    return 'instead' in access ? access.instead : once({ [call.key.header]: access.authorization });
  };
  const response = await held(false);
  // The PSP rejected the token, so it did nothing.
  return response.kind === 'answered' && response.status === 401 ? held(true) : response;
};

/** Whether a response must be withheld: it contains the number, or has an encoding that cannot be checked. */
const shows = (response: ForwardResponse, { number }: Card): boolean => {
  if (response.kind !== 'answered') return false;
  const { headers, body } = response;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return true;
  return [body, ...Object.entries(headers).flat()].some((text) => holdsNumber(text, number));
};

/** A request that was refused for its shape is not logged: it may contain card data. */
const reported = (
  { log }: ForwardPorts,
  { token, account, path, body }: Partial<Pick<ForwardRequest, 'token' | 'account' | 'path' | 'body'>> = {},
  response: ForwardResponse,
): ForwardResponse => {
  log({
    event: 'vault_forward',
    token,
    account,
    path,
    body_sha256: body && createHash('sha256').update(body).digest('hex'),
    status: statusOf(response),
  });
  return response;
};

const statusOf = (response: ForwardResponse): string | number => {
  switch (response.kind) {
    case 'answered':
      return response.status;
    case 'refused':
      return `refused_${response.cause}`;
    case 'lost':
      return `lost_${response.doubt}`;
    case 'not_sent':
      return 'not_sent';
    default:
      return response satisfies never;
  }
};
