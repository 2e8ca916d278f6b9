import type { Mutant } from './mutant.ts';

/** Mistakes in what is told of a change. */
export const domainEventMutants: readonly Mutant[] = [
  {
    name: 'a payment is told before it is committed',
    file: 'domain-events/session-events.ts',
    find: "  ['checkout.session.paid', becomes('paid')],",
    replace:
      "  ['checkout.session.paid', (before, after) => before.charge === null && after.charge !== null],",
  },
  {
    name: 'what comes again is told under another id',
    file: 'domain-events/new-event.ts',
    find: "derivedId('evt', data.id, data.seq, type, ...occasion)",
    replace: "derivedId('evt', data.id, data.seq, type, Math.random())",
  },
  {
    name: 'a record that the store deletes is told as expired',
    file: 'storage/read-stream-record.ts',
    find: '  if (NewImage === undefined && OldImage !== undefined) return undefined;\n',
    replace: `  if (NewImage === undefined && OldImage !== undefined && eventSourceARN.includes('sessions')) {
    const gone = fromSessionItem(toItem(OldImage));
    return { table: 'sessions', at: 0, before: { ...gone, expired_at: undefined as never }, after: { ...gone, rev: gone.rev + 1, expired_at: 1 } };
  }\n`,
  },
  {
    name: 'a record that the store did not take is passed over',
    file: 'domain-events/record-batch.ts',
    find: '    (aside ? parked : again).push(delivered);',
    replace: '    (aside || delivered ? parked : again).push(delivered);',
  },
  {
    name: 'a batch of which the store took a part is taken',
    from: 93,
    file: 'domain-events/record-window.ts',
    find: '  if (again.length > 0) return',
    replace: '  if (again.length > batch.length) return',
  },
  {
    name: 'a window counts its first record only',
    file: 'domain-events/tally.ts',
    find: '    if (counts.length === 0 || (sum && BigInt(sequence) <= BigInt(sum.last))) return sum;',
    replace: '    if (counts.length === 0 || sum) return sum;',
  },
];
