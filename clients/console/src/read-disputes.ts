import { disputeStatuses } from '../../../lib/types/dispute.ts';
import type {
  Charge,
  Dispute,
  DisputeList,
  ListDisputesQuery,
} from '../../server/src/generated/api-types.ts';
import { call } from './api.ts';
import { readOnce } from './read-once.ts';
import type { Tone } from './ui/badge.tsx';

export const disputeFilters = [...disputeStatuses, 'all'] as const;
export type DisputeFilter = (typeof disputeFilters)[number];

/** A dispute with the charge that it is about. */
export type ShownDispute = { readonly dispute: Dispute; readonly charge: Charge };

/** What an address adds to reach the page before or after; undefined if there is none. */
export type Turn = Readonly<Record<string, string>> | undefined;

export type DisputePage = {
  readonly shown: readonly ShownDispute[];
  readonly before: Turn;
  readonly after: Turn;
  /** Of a page of open disputes: all that were read, and whether older ones may be open, too. */
  readonly open?: { readonly all: readonly Dispute[]; readonly isWhole: boolean };
};

const page_rows = 25;
/** As many as the API gives at once, and how often it is asked for more: each call looks through a thousand disputes. */
const most_rows = 100;
const most_calls = 10;

export const disputeFilter = (query: URLSearchParams): DisputeFilter =>
  disputeFilters.find((known) => known === query.get('status')) ?? 'open';

/** What the address asks for. What is open comes by deadline, everything else newest first, as the API lists it. */
export const readDisputes = async (
  query: URLSearchParams,
  now_s: number,
  signal: AbortSignal,
): Promise<DisputePage> => {
  const status = disputeFilter(query);
  const psp = query.get('psp');
  const wanted: ListDisputesQuery = { ...(status !== 'all' && { status }), ...(psp && { psp }) };
  const [after, before] = [query.get('after'), query.get('before')];
  if (status === 'open')
    return readOpen(wanted, { after, skip: Number(query.get('skip')) || 0, now_s }, signal);
  const { data, next_cursor, previous_cursor } = await call(
    'listDisputes',
    {
      query: {
        ...wanted,
        limit: page_rows,
        ...(after !== null && { starting_after: after }),
        ...(before !== null && { ending_before: before }),
      },
    },
    { signal },
  );
  return {
    shown: await withCharges(data, signal),
    before: previous_cursor === null ? undefined : { before: previous_cursor },
    after: next_cursor === null ? undefined : { after: next_cursor },
  };
};

type Place = { readonly after: string | null; readonly skip: number; readonly now_s: number };

/** The API lists by time. So everything that is open is read before the nearest deadline is known. */
const readOpen = async (
  wanted: ListDisputesQuery,
  { after, skip, now_s }: Place,
  signal: AbortSignal,
): Promise<DisputePage> => {
  const all: Dispute[] = [];
  let next = after;
  for (let calls = 0; calls < most_calls && (calls === 0 || next !== null); calls += 1) {
    const page: DisputeList = await call(
      'listDisputes',
      { query: { ...wanted, limit: most_rows, ...(next !== null && { starting_after: next }) } },
      { signal },
    );
    all.push(...page.data);
    next = page.next_cursor;
  }
  const here = after === null ? {} : { after };
  // What was open on the last page may have ended since.
  const start = skip < all.length ? skip : 0;
  const end = start + page_rows;
  return {
    shown: await withCharges(byDeadline(all, now_s).slice(start, end), signal),
    before: start > 0 ? { ...here, skip: String(Math.max(0, start - page_rows)) } : undefined,
    after: end < all.length ? { ...here, skip: String(end) } : further(next),
    open: { all, isWhole: after === null && next === null },
  };
};

/** Behind those that were read lie older disputes. */
const further = (next: string | null): Turn => (next === null ? undefined : { after: next });

/** Deadlines to come, the nearest first; then disputes without one, the oldest first; then deadlines that have passed, the latest first. */
export const byDeadline = (all: readonly Dispute[], now_s: number): readonly Dispute[] => {
  const group = ({ respond_by }: Dispute): number => {
    if (respond_by === null) return 1;
    return respond_by >= now_s ? 0 : 2;
  };
  const within = (a: Dispute, b: Dispute): number => {
    if (a.respond_by === null || b.respond_by === null) return a.created - b.created;
    return a.respond_by >= now_s ? a.respond_by - b.respond_by : b.respond_by - a.respond_by;
  };
  return all.toSorted((a, b) => group(a) - group(b) || within(a, b));
};

const day_ms = 86_400_000;
/** So long before its deadline a dispute is urgent, and soon is. */
const urgent_ms = 3 * day_ms;
const soon_ms = 7 * day_ms;

/** The colour of a deadline. One that has passed asks for nothing any more. */
export const urgencyOf = ({ respond_by }: Dispute, now: number): Tone => {
  const left = respond_by === null ? -1 : respond_by * 1000 - now;
  if (left < 0 || left >= soon_ms) return 'plain';
  return left < urgent_ms ? 'bad' : 'waiting';
};

/** What is shown of it here never changes. */
const chargeOf = readOnce((id, signal) => call('retrieveCharge', { path: { id } }, { signal }));

const withCharges = (disputes: readonly Dispute[], signal: AbortSignal): Promise<readonly ShownDispute[]> =>
  Promise.all(disputes.map(async (dispute) => ({ dispute, charge: await chargeOf(dispute.charge, signal) })));
