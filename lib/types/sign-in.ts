import type { Role } from './role.ts';

/** A person signed in at the console. `id`: their e-mail address, or `<subject>@<host of the identity provider>`; it always has an `@`. */
export type Person = { readonly id: string; readonly name: string; readonly role: Role };

/** One sign-in of a person. Times are Unix seconds; `seen`: when it was last refreshed. */
export type SignIn = { readonly id: string; readonly started: number; readonly seen: number };

/** A person's sign-ins, perhaps with ended ones. `rev`: 0 if there never was one. */
export type SignIns = { readonly rev: number; readonly sign_ins: readonly SignIn[] };

/** Throws `ApiError('storage_unavailable')`. */
export type SignInStore = {
  /** A consistent read. */
  readonly read: (person: string) => Promise<SignIns>;
  /** False if they have changed since `rev`. `kept_until`: Unix seconds. */
  readonly replace: (
    person: string,
    rev: number,
    sign_ins: readonly SignIn[],
    kept_until: number,
  ) => Promise<boolean>;
  /** False if this was called before with the same `name`. Stored until `kept_until`, in Unix seconds. */
  readonly takeOnce: (name: string, kept_until: number) => Promise<boolean>;
};

/** Seconds. */
export const longestSignIn = 12 * 3600;
const longestIdle = 3600;

/** `now`: Unix seconds. */
export const isOngoing = ({ started, seen }: SignIn, now: number): boolean =>
  now < started + longestSignIn && now < seen + longestIdle;
