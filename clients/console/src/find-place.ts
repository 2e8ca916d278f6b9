import { call } from './api.ts';
import { ApiProblem } from './api-problem.ts';
import { filtersOf, sessionIn } from './find-filters.ts';
import { address } from './place.ts';

/**
 * Where the thing is that somebody looks for: a session, charge, refund, dispute or event by its id, a payment by the address of its page or its id at the
 * PSP, or payments by what is known of them, in any order: the last four digits of the card, an amount, a day, an e-mail address, the beginning of a reference.
 */
export const findPlace = async (text: string): Promise<string> => {
  const words = text.trim().split(/\s+/);
  const [only = ''] = words;
  if (words.length > 1) return address(['payments'], filtersOf(words));
  const session = sessionIn(only);
  if (session !== undefined) return payment(session);
  const [, prefix = ''] = /^(cs|ch|re|dp|evt)_/.exec(only) ?? [];
  const byId = finders[prefix as keyof typeof finders];
  if (byId) return byId(only);
  const filters = filtersOf(words);
  if (!filters.reference) return address(['payments'], filters);
  return (await atPsp(only)) ?? address(['payments'], filters);
};

const payment = (session: string): string => address(['payments', session]);

const ofCharge = async (id: string): Promise<string> =>
  payment((await call('retrieveCharge', { path: { id } })).session);

const finders = {
  cs: async (id: string) => payment(id),
  ch: ofCharge,
  re: async (id: string) => ofCharge((await call('retrieveRefund', { path: { id } })).charge),
  dp: async (id: string) => ofCharge((await call('retrieveDispute', { path: { id } })).charge),
  evt: async (id: string) => address(['developers', 'events', id]),
};

const atPsp = async (psp_reference: string): Promise<string | undefined> => {
  try {
    const { data } = await call('listCharges', { query: { psp_reference, limit: 1 } });
    return data[0] && payment(data[0].session);
  } catch (problem) {
    // What no PSP can have as an id is looked for as a reference.
    if (problem instanceof ApiProblem && problem.status === 400) return undefined;
    throw problem;
  }
};
