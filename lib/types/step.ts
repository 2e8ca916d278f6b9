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

/** One step in the course of an attempt that was not simply answered. */
export type Step = {
  /** Unix milliseconds. */
  readonly at_ms: number;
  readonly what: (typeof stepKinds)[number];
  /** What came of it: an outcome, a decision, or why there was no answer. None if it did not change how the attempt ends. */
  readonly code?: string;
  /** `confirm`, `recovery`, `webhook`, or the id of the API key or person that asked for it. */
  readonly by?: string;
  /** How many steps of this kind it stands for, if more than one; `at_ms` is the first one's. */
  readonly count?: number;
};

/** Whether a call that may have taken the money got no answer, so that it was repeated or asked about. */
export const isAnswerLost = (charge: WithSteps | undefined): boolean =>
  charge?.answer_lost === true || charge?.steps?.some(({ what }) => what === 'no_answer') === true;

/** `answer_lost`: of a record from before steps were kept. */
type WithSteps = { readonly steps?: readonly Step[]; readonly answer_lost?: true };
