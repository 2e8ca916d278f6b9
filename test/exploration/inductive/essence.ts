import type { Charge, Refund } from '../../../lib/types/charge.ts';

const ofRefund = ({ rev, write, ...refund }: Refund): Omit<Refund, 'rev' | 'write'> => refund;

/** By name, in whatever order they were recorded. */
const ordered = <Value>(all: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
  Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What a record says: not how often it was written or looked for, nor what is only kept to judge later reports by. */
export const essence = ({
  rev,
  write,
  recover_at,
  recover_shard,
  captured_at,
  timed_out_at,
  captures_failed,
  captures_told,
  events,
  unbelieved,
  captures = {},
  refunds,
  disputes,
  external,
  ...charge
}: Charge): string =>
  JSON.stringify([
    charge,
    external === true,
    ordered(captures).filter(([, amount]) => amount > 0),
    ordered(refunds).map(([, refund]) => ofRefund(refund)),
    ordered(disputes).map(([, { events: _, as_of: __, ...dispute }]) => dispute),
  ]);
