import { defined } from '../types/defined.ts';
import type { CardTokenMethod, GivenMethod, PaymentMethod } from '../types/given-method.ts';
import { isDecline, settlesFormer } from '../types/outcome.ts';
import type { Clock } from '../types/ports.ts';
import type { AnyMethodPsp, Attempt, AuthorizationResult, AuthorizeRequest, Psp } from '../types/psp.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../types/transport.ts';
import { type VaultFailure, vaultFailures } from '../types/vault-failure.ts';
import type { ForwardRequest, Vault } from './forward.ts';
import { attemptInSlots, slotsOf } from './slots.ts';

export type VaultWay = {
  /** Undefined: this environment has none, and card tokens cannot be charged. Read for the first card token. */
  readonly vault: Vault | undefined;
  readonly account: Pick<PspAccount, 'id' | 'base_url'>;
  /** For every request that contains no card. */
  readonly http: HttpTransport;
  readonly clock: Pick<Clock, 'now'>;
};

/** An attempt in progress, with the card for its slots. */
type CardInUse = Pick<ForwardRequest, 'token' | 'cvc_token' | 'session'> & { failure?: VaultFailure };

/**
 * A PSP's adapter that can also be paid with cards from the vault: it gets slots in place of a card, and every request that contains them goes
 * through the vault. An attempt that was not sent because of the vault is `not_sent` with a `VaultFailure` as its code; an unknown outcome stays
 * unknown.
 */
export const throughVault = (way: VaultWay, connect: (http: HttpTransport) => Psp): AnyMethodPsp => {
  const cards: CardsInUse = new Map();
  const psp = connect((request) => send(way, cards, request));
  return {
    ...psp,
    authorize: (attempt, request, call) => {
      const authorize = (direct: AuthorizeRequest) => psp.authorize(attempt, direct, call);
      return isPaidByToken(request)
        ? payByToken(cards, attempt, request, authorize)
        : authorize(request as AuthorizeRequest);
    },
  };
};

/** By the attempt's reference. */
type CardsInUse = Map<string, CardInUse>;

const send = async (way: VaultWay, cards: CardsInUse, request: HttpRequest): Promise<HttpResponse> => {
  const attempt = request.body === undefined ? undefined : attemptInSlots(request.body);
  const card = attempt === undefined ? undefined : cards.get(attempt);
  if (attempt === undefined || card === undefined) return way.http(request);
  const response = await forward(way, attempt, card, request);
  if (response.kind === 'not_sent') {
    const failure = vaultFailures.find((cause) => cause === response.cause);
    if (failure) card.failure = failure;
  }
  return response;
};

const forward = async (
  { vault, account, clock }: VaultWay,
  attempt: string,
  { failure: _, ...card }: CardInUse,
  { url, until = Number.POSITIVE_INFINITY, ...request }: HttpRequest,
): Promise<HttpResponse> => {
  if (!vault || !url.startsWith(`${account.base_url}/`)) return unavailable;
  return vault.forward({
    ...request,
    ...card,
    attempt,
    account: account.id,
    path: url.slice(account.base_url.length),
    not_after: Math.min(clock.now() + request.timeout_ms, until),
  });
};

const unavailable: HttpResponse & { readonly cause: VaultFailure } = {
  kind: 'not_sent',
  cause: 'vault_unavailable',
};

const isPaidByToken = (
  request: AuthorizeRequest<GivenMethod>,
): request is AuthorizeRequest<CardTokenMethod> => request.payment_method.type === 'card_token';

const payByToken = async (
  cards: CardsInUse,
  attempt: Attempt,
  request: AuthorizeRequest<CardTokenMethod>,
  authorize: (request: AuthorizeRequest) => Promise<AuthorizationResult>,
): Promise<AuthorizationResult> => {
  const { token, cvc_token } = request.payment_method.card;
  const card: CardInUse = { token, session: attempt.session, ...defined({ cvc_token }) };
  cards.set(attempt.reference, card);
  try {
    const payment_method = withSlots(attempt.reference, request.payment_method);
    return explained(await authorize({ ...request, payment_method }), card);
  } finally {
    cards.delete(attempt.reference);
  }
};

const withSlots = (attempt: string, { card, billing_details }: CardTokenMethod): PaymentMethod => {
  const { number, cvc } = slotsOf(attempt);
  const { exp_month, exp_year, name, brand, network } = card;
  return {
    type: 'card',
    card: {
      number,
      ...(card.cvc_released ? {} : { cvc }),
      exp_month,
      exp_year,
      ...defined({ name }),
      ...(brand ? { brand } : {}),
      ...(network ? { network } : {}),
    },
    ...(billing_details ? { billing_details } : {}),
  };
};

/** The adapter does not know why its request was not sent. If an earlier request got a response, that response counts. */
const explained = (result: AuthorizationResult, { failure }: CardInUse): AuthorizationResult =>
  failure === undefined || !isDecline(result.outcome) || settlesFormer(result.outcome)
    ? result
    : {
        outcome: 'not_sent',
        code: failure,
        ...defined({ psp_reference: result.psp_reference }),
      };
