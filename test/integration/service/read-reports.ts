import { readTables } from './read-tables.ts';
import type { Service } from './start-service.ts';

type Item = Readonly<
  Record<string, { readonly S?: string; readonly M?: Readonly<Record<string, { readonly M: Item }>> }>
>;

/** What the records say should have been reported, and what was: `<type> <object>`, sorted. */
export const readReports = async (service: Service) => {
  const { sessions, charges, events } = (await readTables(service)) as Readonly<
    Record<'sessions' | 'charges' | 'events', readonly Item[]>
  >;
  const due = [
    ...sessions
      .filter(({ payment_status }) => payment_status?.S === 'paid')
      .map(({ id }) => `checkout.session.paid ${id?.S}`),
    ...charges.flatMap(({ refunds }) =>
      Object.values(refunds?.M ?? {}).flatMap(({ M: { id, status } }) => [
        `refund.pending ${id?.S}`,
        ...(status?.S === 'pending' ? [] : [`refund.${status?.S} ${id?.S}`]),
      ]),
    ),
  ].toSorted();
  const types = new Set(['checkout.session.paid', 'refund.pending', 'refund.succeeded', 'refund.failed']);
  const stored = events
    .filter(({ type }) => types.has(type?.S ?? ''))
    .map(({ type, object }) => `${type?.S} ${object?.S}`)
    .toSorted();
  return { due, stored };
};
