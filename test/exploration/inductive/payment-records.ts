import type { Charge } from '../../../lib/types/charge.ts';
import { eventId } from './event-steps.ts';
import {
  elsewhere,
  failedBefore,
  failedOutcomes,
  fewOperations,
  holds,
  methods,
  observations,
  openOutcomes,
  operations,
  others,
  type Part,
  plainOperations,
  presumptions,
  reportedCaptures,
  reportedOurs,
  reviews,
  someRefund,
  start_ms,
  totals,
} from './record-parts.ts';
import { product, recordOf, type Share } from './records.ts';
import type { Kind } from './step.ts';

/** A look-up reports the captured total, events report each capture. Either way, ours may be among them. */
const knownOf: Readonly<Record<Kind, readonly Part[]>> = {
  look_up: reportedCaptures,
  events: elsewhere.flatMap((captures) => [captures, { ...captures, ...reportedOurs }]),
};

/** Attempts whose outcome is not known. */
export function* openRecords(psp: Kind, share: Share): Generator<Charge> {
  const known = psp === 'look_up' ? reportedCaptures : reportedCaptures.slice(0, 1);
  const attempt = [openOutcomes, observations, reviews, others];
  for (const part of product(share, [methods, totals, fewOperations, holds, ...attempt, known, failedBefore]))
    yield recordOf(part);
}

/** What else went back decides only where nothing has shown yet that a payment was captured by itself. */
const isRead = ({ refunds, capture_method, capture }: Part): boolean =>
  refunds === undefined || (capture_method === 'automatic' && capture === undefined);

const heldOf = (part: Part): Charge =>
  recordOf({
    ...part,
    outcome: (part.amount_captured ?? 0) > 0 ? 'captured' : 'approved',
    psp_reference: 'pi_1',
  });

/** Attempts that hold money or took it. */
export function* heldRecords(psp: Kind, share: Share): Generator<Charge> {
  const choices = [methods, totals, operations, holds, knownOf[psp], failedBefore, presumptions, someRefund];
  for (const part of product(share, choices)) if (isRead(part)) yield heldOf(part);
}

/** Attempts that have failed, some of them after a person had said otherwise. */
export function* failedRecords(psp: Kind, share: Share): Generator<Charge> {
  const choices = [
    methods,
    failedOutcomes,
    totals,
    plainOperations,
    holds,
    knownOf[psp],
    failedBefore,
    others,
  ];
  for (const part of product(share, choices)) yield recordOf(part);
}

const doubts: readonly Part[] = [
  {},
  { unbelieved: [{ event: eventId, about: 'capture', at: start_ms - 3_600_000, capture: 'cp_1' }] },
];

/** Those that hold money or took it, without what no event is judged by; whether the event has come before is. */
export function* recordsWithReports(psp: Kind, share: Share): Generator<Charge> {
  const choices = [
    methods,
    totals,
    plainOperations,
    holds.slice(0, 2),
    knownOf[psp],
    presumptions.slice(0, 2),
  ];
  for (const part of product(share, [...choices, doubts])) yield heldOf(part);
}
