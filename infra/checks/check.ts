/** One line of `npm run doctor`. */
export type Check = {
  readonly ok: boolean;
  readonly says: string;
  /** Filled in after the first deploy, so it does not block one. */
  readonly later?: true;
};
