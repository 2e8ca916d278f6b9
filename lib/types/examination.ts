import type { PspAccount } from './psp-account.ts';

/**
 * One line of `npm run doctor`. `missing`: `says` names what is missing, and where to enable it. `unseen`: the PSP has no call that shows it; `says`
 * tells how to find out.
 */
export type Finding = { readonly state: 'ok' | 'missing' | 'unseen'; readonly says: string };

/** A call that changes nothing. `base_url`: set if it goes to another address of the PSP than the account's. */
export type Question = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As sent on the wire. */
  readonly body?: string;
  readonly base_url?: string;
};

/** `status` is 0 without a response. `json` is undefined if the body is not JSON. */
export type QuestionResult = { readonly status: number; readonly json: unknown };

export type Examination = {
  readonly account: Pick<PspAccount, 'psp' | 'base_url' | 'livemode' | 'settings'>;
  readonly api_key: string;
  readonly ask: (question: Question) => Promise<QuestionResult>;
  /** Where the PSP must send the account's events; undefined if the service has no address yet. */
  readonly webhook_url: string | undefined;
  /** Whether card numbers will be sent. */
  readonly card_capture: boolean;
  /** The current year, four digits. */
  readonly year: number;
};

/** Checks what an account may do at its PSP and what it lacks, with one harmless call per check. Pays, changes and stores nothing. */
export type ExamineAccount = (examination: Examination) => Promise<readonly Finding[]>;

const marks = { ok: 'ok     ', missing: 'MISSING', unseen: 'UNSEEN ' } as const;

export const findingLine = ({ state, says }: Finding): string => `${marks[state]}  ${says}`;
