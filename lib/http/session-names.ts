import type { Session } from '../types/session.ts';

type Names = Pick<Session, 'reference' | 'customer_email'>;

/** Matches only bytes that were rendered here: `renderCharge` begins with the empty names. */
const nameless =
  /^(\{"id":"ch_[0-9a-z]{26}","object":"charge","session":"(cs_[0-9a-z]{26})",)"reference":null,"customer_email":null/;

/**
 * The session whose names must be added to a charge before it is sent. A response is stored with its charge, the customer's address only with its
 * session.
 */
export const lacksSessionNames = (body: string): string | undefined => nameless.exec(body)?.[2];

export const withSessionNames = (body: string, { reference, customer_email }: Names): string =>
  body.replace(
    nameless,
    (_, before: string) =>
      `${before}"reference":${JSON.stringify(reference ?? null)},"customer_email":${JSON.stringify(customer_email ?? null)}`,
  );
