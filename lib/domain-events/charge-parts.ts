import { isDeepStrictEqual } from 'node:util';
import type { Charge, DisputeRow, Refund, RefundRow } from '../types/charge.ts';
import type { ChargeChange, Derivation } from '../types/record-change.ts';
import type { Row } from '../types/row.ts';

type ShownDispute = DisputeRow['dispute'];
type Part = Refund | ShownDispute;

/** The parts of a charge that a change adds or alters. Pure. */
const changedParts = <One extends Part>(
  { before, after }: ChargeChange,
  partsOf: (charge: Charge) => Readonly<Record<string, One>>,
): readonly One[] =>
  Object.values(partsOf(after)).filter(
    (part) => !isDeepStrictEqual(part, before && partsOf(before)[part.id]),
  );

/** Without what is kept only to judge later reports by. */
export const changedDisputes = (change: ChargeChange): readonly ShownDispute[] =>
  changedParts(change, ({ disputes }) =>
    Object.fromEntries(
      Object.entries(disputes).map(([id, { events: _, as_of: __, ...shown }]) => [id, shown]),
    ),
  );

/** A row for each refund and dispute that a change of its charge added or altered. Pure. */
export const deriveParts: Derivation = (change) => {
  if (change.table !== 'charges') return [];
  const { id, currency, psp } = change.after;
  const charge = { id, currency, psp };
  const refunds = changedParts(change, (one) => one.refunds).map((refund) => {
    const { remembered: _, ...shown } = refund;
    return partRow(change, 'refund', refund, { refund: shown, charge } satisfies RefundRow);
  });
  const disputes = changedDisputes(change).map((dispute) =>
    partRow(change, 'dispute', dispute, { dispute, charge } satisfies DisputeRow),
  );
  return [...refunds, ...disputes];
};

const partRow = (
  { after }: ChargeChange,
  kind: Row['kind'],
  { id, created, amount }: Part,
  body: RefundRow | DisputeRow,
): Row => ({
  id,
  kind,
  rev: after.rev,
  created_ms: created * 1000,
  facets: {
    amount,
    currency: after.currency,
    psp: after.psp,
    charge: after.id,
    session: after.session,
    livemode: after.livemode,
  },
  body: JSON.stringify(body),
});
