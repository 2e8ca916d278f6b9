import type { Answered } from './until-answered.ts';

/** What is done with a charge through the API. `told`: what it was answered. */
export type Operation = {
  readonly kind: 'capture' | 'cancel' | 'refund';
  readonly amount?: number;
  readonly reported: Answered;
};

/** What may be done with a payment of `amount`. Each waits until it is answered. */
export type Acts = {
  readonly amount: number;
  readonly operate: (kind: Operation['kind'], amount?: number) => Promise<Operation>;
  /** By somebody at the PSP, or by time; perhaps it cannot be done any more. */
  readonly elsewhere: (act: 'capture' | 'void' | 'expire' | 'refund', amount?: number) => Promise<unknown>;
};

export type Course = {
  readonly capture_method: 'automatic' | 'manual';
  /** The merchant ends the session while its customer pays. */
  readonly expires?: true;
  /** What follows once the money is captured, or held. */
  readonly goesOn?: (acts: Acts) => Promise<readonly Operation[]>;
};

const operations = async (...all: readonly Promise<unknown>[]): Promise<readonly Operation[]> =>
  (await Promise.all(all)).filter(
    (done): done is Operation => typeof done === 'object' && done !== null && 'told' in done,
  );

const automatic = { capture_method: 'automatic' } as const;
const manual = { capture_method: 'manual' } as const;

const refunded: Course = {
  ...automatic,
  goesOn: ({ operate, amount }) => operations(operate('refund', 100 + (amount % 300))),
};

/** One after the other, over and over. */
export const courses: readonly Course[] = [
  automatic,
  refunded,
  { ...manual, goesOn: ({ operate }) => operations(operate('capture')) },
  { ...automatic, expires: true },
  refunded,
  { ...manual, goesOn: ({ operate, amount }) => operations(operate('capture', amount - 500)) },
  { ...manual, goesOn: ({ operate }) => operations(operate('cancel')) },
  refunded,
  { ...manual, goesOn: ({ elsewhere }) => operations(elsewhere('capture', 400)) },
  { ...manual, goesOn: ({ elsewhere }) => operations(elsewhere('void')) },
  refunded,
  {
    ...automatic,
    goesOn: ({ elsewhere, operate }) => operations(elsewhere('refund', 600), operate('refund')),
  },
  { ...manual, goesOn: ({ elsewhere, operate }) => operations(elsewhere('void'), operate('capture')) },
  refunded,
  { ...manual, goesOn: ({ elsewhere, operate }) => operations(elsewhere('capture', 400), operate('cancel')) },
  {
    ...manual,
    goesOn: ({ elsewhere, operate }) => operations(elsewhere('capture', 400), operate('capture')),
  },
  refunded,
  { ...manual, goesOn: ({ elsewhere }) => operations(elsewhere('expire')) },
  { ...manual, goesOn: ({ operate }) => operations(operate('capture'), operate('cancel')) },
  refunded,
  { ...automatic, goesOn: ({ operate }) => operations(operate('refund', 700), operate('refund', 700)) },
];
