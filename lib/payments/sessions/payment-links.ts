import { ApiError } from '../../types/api-error.ts';
import type { Author } from '../../types/audit-entry.ts';
import type { PaymentLink, PaymentLinks } from '../../types/payment-link.ts';
import type { NewId } from '../../types/ports.ts';
import type { RenderedResponse } from '../../types/records.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { findStoredResponse } from '../../types/seen-before.ts';
import { planRoute, type RoutePorts } from './create-session.ts';

const day_s = 86_400;
const usualLife_s = 90 * day_s;
const longestLife_s = 365 * day_s;

export type LinkPorts = {
  readonly links: Pick<PaymentLinks, 'find' | 'add' | 'withdraw' | 'storedResponse'>;
  readonly clock: { readonly now: () => number };
  /** The caller, for the audit trail. */
  readonly by: Author;
};

export type LinkFields = Omit<PaymentLink, 'id' | 'rev' | 'created_ms' | 'expires_at' | 'deleted_at'> & {
  /** Unix seconds; null for a link that does not expire, undefined for the default life. */
  readonly expires_at: number | null | undefined;
};

/**
 * Creates a link, if a session of it could be created now. Throws `routing_rule_not_found`, `no_eligible_psp`, `parameter_invalid`. A repeat under
 * the same key gets the stored response.
 */
export const createLink = async (
  ports: LinkPorts &
    Omit<RoutePorts, 'verdict' | 'closedPsps'> & {
      readonly newLinkId: () => string;
      readonly newId: NewId;
      readonly render: (link: PaymentLink) => RenderedResponse;
    },
  { expires_at, ...fields }: LinkFields,
  idempotency: Idempotency | undefined,
): Promise<Result> => {
  const before = await findStoredResponse(ports.links, idempotency);
  if (before) return before;
  const now = ports.clock.now();
  const link: PaymentLink = {
    ...fields,
    id: ports.newLinkId(),
    rev: 0,
    created_ms: now,
    ...endOf(expires_at, Math.floor(now / 1000)),
  };
  // A PSP that is closed or in poor health now may not be when somebody pays.
  await planRoute(
    { ...ports, verdict: async () => undefined, closedPsps: async () => new Set() },
    { ...link, id: ports.newId('cs'), capture_method: 'automatic' },
  );
  const response = ports.render(link);
  if (await ports.links.add(link, beside(ports, link, idempotency, response)))
    return { replay: response, first: true };
  return replayMeanwhile(ports, idempotency);
};

const endOf = (expires_at: LinkFields['expires_at'], now_s: number): Pick<PaymentLink, 'expires_at'> => {
  if (expires_at === null) return {};
  if (expires_at === undefined) return { expires_at: now_s + usualLife_s };
  if (expires_at > now_s && expires_at <= now_s + longestLife_s) return { expires_at };
  throw new ApiError(
    'parameter_invalid',
    `expires_at: expected a time within a year from now, in Unix seconds (now: ${now_s}), or null for a link that does not end.`,
    { param: 'expires_at' },
  );
};

/** Ends a link for good; it stays readable. Does nothing if it was already deleted. Throws `resource_missing`. */
export const deleteLink = async (
  ports: LinkPorts & { readonly render: (id: string) => RenderedResponse },
  id: string,
  idempotency: Idempotency | undefined,
): Promise<Result> => {
  const before = await findStoredResponse(ports.links, idempotency);
  if (before) return before;
  const link = await ports.links.find(id);
  if (!link) throw noLink(id);
  const response = ports.render(id);
  if (link.deleted_at !== undefined) return { replay: response, first: true };
  const deleted_at = Math.floor(ports.clock.now() / 1000);
  if (await ports.links.withdraw(link, deleted_at, beside(ports, link, idempotency, response)))
    return { replay: response, first: true };
  const meanwhile = await findStoredResponse(ports.links, idempotency);
  return meanwhile ?? { replay: response, first: true };
};

export const noLink = (id: string): ApiError =>
  new ApiError('resource_missing', `There is no payment link ${id.slice(0, 64)}.`, { param: 'id' });

/** The same error for an address that never was a link and for a deleted link. */
export const noSuchLink = (): ApiError =>
  new ApiError(
    'resource_missing',
    'There is no such payment link, or it was deleted. Ask whoever sent it for a new one.',
    { param: 'id' },
  );

/** Only another call under the same key can have come first. */
const replayMeanwhile = async (ports: LinkPorts, idempotency: Idempotency | undefined): Promise<Result> => {
  const meanwhile = await findStoredResponse(ports.links, idempotency);
  if (meanwhile) return meanwhile;
  throw new ApiError('storage_unavailable', 'The payment link was not stored. Try again.', {
    retry_after: 1,
  });
};

/** What is written with a link. */
const beside = (
  { by }: Pick<LinkPorts, 'by'>,
  { id: target }: PaymentLink,
  idempotency: Idempotency | undefined,
  response: RenderedResponse,
) => ({
  remembered: idempotency && { key: idempotency.key, hash: idempotency.hash, answer: response },
  act: { ...by, target },
});
