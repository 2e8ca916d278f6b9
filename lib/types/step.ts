export const stepKinds = [
  'sent',
  'no_answer',
  'resent',
  'asked',
  'reported',
  'returned',
  'canceled',
  'decided',
] as const;

/** One step of an attempt that was more than one call and one response. */
export type Step = {
  /** Unix milliseconds. */
  readonly at_ms: number;
  readonly what: (typeof stepKinds)[number];
  /** The result: an outcome, a decision, or why there was no response. Absent if it did not change how the attempt ends. */
  readonly code?: string;
  /** `confirm`, `recovery`, `webhook`, or the id of the API key or person that requested it. */
  readonly by?: string;
  /** How many steps of this kind in a row it represents, if several; `at_ms` is the first one's. */
  readonly count?: number;
};

/** Whether a call that may have taken money got no response, so that it had to be repeated or looked up. */
export const isResponseLost = (charge: { readonly steps?: readonly Step[] } | undefined): boolean =>
  charge?.steps?.some(({ what }) => what === 'no_answer') === true;
