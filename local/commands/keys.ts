import type { Scope } from '../../lib/types/scope.ts';

/** Where keys are made, listed, rotated and revoked. */
export type Keys = {
  readonly create: (fields: {
    readonly scopes: readonly Scope[];
    readonly name: string;
    readonly livemode: boolean;
    /** Seconds until it ends; if absent, it never ends. */
    readonly expires_in?: number;
  }) => Promise<{ readonly id: string; readonly secret: string }>;
  /** What is shown of each, oldest first. */
  readonly list: () => Promise<readonly (readonly string[])[]>;
  /** A new secret for the key of this id, or its beginning; the old one works for `expires_in` more seconds, by default a day. */
  readonly rotate: (
    named: string,
    expires_in?: number,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  /** By its id, or the beginning of it. Gives the whole id. */
  readonly revoke: (named: string) => Promise<string>;
};

/** An id may be shortened while it is unambiguous. */
export const findKey = (ids: readonly string[], named: string): string => {
  const [, start] = /^(?:key_)?([0-9a-z]{8,26})$/.exec(named) ?? [];
  if (start === undefined)
    throw new Error('An id has at least 8 characters of 0-9 and a-z after key_, as shown by `list`.');
  const [found, another] = new Set(ids.filter((id) => id.startsWith(`key_${start}`)));
  if (found === undefined) throw new Error(`No key ${named} here.`);
  if (another !== undefined) throw new Error(`${named} matches more than one key. Give more of the id.`);
  return found;
};

/** Unix seconds as a day (UTC). */
export const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
