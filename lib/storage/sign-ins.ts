import type { SignIn, SignInStore, SignIns } from '../types/sign-in.ts';
import { getItem } from './get-item.ts';
import { refuseNewer } from './refuse-newer.ts';
import { replaceRecord } from './remembered-record.ts';
import type { Storage } from './storage.ts';

/** The sign-ins of each person as one item in the table of events, deleted once the last of them has ended. */
export const createSignInStore = (storage: Storage): SignInStore => ({
  read: (person) => readSignIns(storage, person),
  replace: (person, rev, sign_ins, kept_until) =>
    replaceRecord(storage, { id: signInsOf(person), rev, sign_ins, ttl: kept_until }),
  takeOnce: (name, kept_until) =>
    replaceRecord(storage, { id: `${takenPrefix}${name}`, rev: 0, ttl: kept_until }),
});

/** Only the record, for functions that do not write it. */
export const readSignIns = async (storage: Storage, person: string): Promise<SignIns> => {
  const item = await getItem(storage, 'events', { id: signInsOf(person) });
  if (item === undefined) return { rev: 0, sign_ins: [] };
  refuseNewer(item);
  return { rev: Number(item.rev), sign_ins: item.sign_ins as readonly SignIn[] };
};

export const signInsPrefix = 'sign_ins_';
export const takenPrefix = 'sign_in_taken_';

const signInsOf = (person: string): string => `${signInsPrefix}${person}`;
