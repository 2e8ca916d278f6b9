import type { CreatedRange, SessionFilters } from '../types/list.ts';
import type { Session } from '../types/session.ts';
import { listPartitions, listTime } from './list-keys.ts';
import type { Condition, ListSource } from './read-page.ts';
import { sessionsByEmail, sessionsByReference, sessionsByTime } from './tables.ts';
import { beginsWith, rangeOfPrefix, rangeOfValue } from './value-keys.ts';

/** The filters that identify sessions. */
export type SessionSearch = Pick<
  SessionFilters,
  'reference' | 'customer_email' | 'reference[prefix]' | 'customer_email[prefix]'
>;

/** How many of these are given. */
export const namesIn = (search: SessionSearch): number =>
  [
    search.reference,
    search.customer_email,
    search['reference[prefix]'],
    search['customer_email[prefix]'],
  ].filter((value) => value !== undefined).length;

/**
 * The index to search: the one with the fewest sessions, or the one by time if no filter identifies sessions. The other filters are left to
 * `isNamed`.
 */
export const findSessions = (
  search: SessionSearch,
  created: CreatedRange,
): Pick<ListSource<Session>, 'table' | 'index' | 'partitions' | 'created' | 'values' | 'conditions'> => {
  const { reference, customer_email } = search;
  const table = 'sessions';
  if (reference !== undefined)
    return {
      table,
      index: sessionsByReference,
      ...valuesIn(rangeOfValue(reference, created)),
      conditions: [{ attribute: 'reference', is: '=', value: reference }],
    };
  if (customer_email !== undefined)
    return {
      table,
      index: sessionsByEmail,
      ...valuesIn(rangeOfValue(customer_email, created)),
      conditions: [],
    };
  const begun = beginning(search);
  if (begun) return { table, ...begun, conditions: createdConditions(created) };
  return { table, index: sessionsByTime, partitions: listPartitions(), created, conditions: [] };
};

/** Whether a session matches the search, as far as its record shows. */
export const isNamed = (
  session: Pick<Session, 'reference' | 'customer_email'>,
  { reference, customer_email, ...begins }: SessionSearch,
): boolean =>
  isFound(session.reference, reference, begins['reference[prefix]']) &&
  isFound(
    session.customer_email?.toUpperCase(),
    customer_email?.toUpperCase(),
    begins['customer_email[prefix]'],
  );

const isFound = (value: string | undefined, exact = value, prefix?: string): boolean =>
  value === exact && (prefix === undefined || beginsWith(value, prefix));

const beginning = ({
  'reference[prefix]': reference,
  'customer_email[prefix]': email,
}: SessionSearch): Pick<ListSource<Session>, 'index' | 'partitions' | 'values'> | undefined => {
  if (reference !== undefined) return { index: sessionsByReference, ...valuesIn(rangeOfPrefix(reference)) };
  return email === undefined ? undefined : { index: sessionsByEmail, ...valuesIn(rangeOfPrefix(email)) };
};

const valuesIn = ({ partitions, ...values }: ReturnType<typeof rangeOfPrefix>) => ({ partitions, values });

/** Keys of indexes by value do not begin with the time. */
const createdConditions = ({
  'created[gte]': gte,
  'created[lte]': lte,
}: CreatedRange): readonly Condition[] => [
  ...(gte === undefined ? [] : [{ attribute: 'list_key', is: '>=', value: listTime(gte * 1000) } as const]),
  ...(lte === undefined
    ? []
    : [{ attribute: 'list_key', is: '<=', value: `${listTime(lte * 1000 + 999)}~` } as const]),
];
