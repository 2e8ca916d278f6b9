import type { RecordedAct } from './recorded-act.ts';
import type { StoredResponse } from './webhook.ts';

export const pspStates = ['open', 'closed'] as const;

/** Whether an account takes new attempts, and who switched it last. `revision` rises by 1 with each change; `changed`: Unix seconds. */
export type PspSwitch = {
  readonly psp: string;
  readonly state: (typeof pspStates)[number];
  readonly revision: number;
  readonly note: string;
  readonly by: string;
  readonly changed: number;
};

/** All switches as one record; an account without one is open. `rev` rises with each change of any switch; 0: no record yet. */
export type PspSwitches = { readonly rev: number; readonly switches: readonly PspSwitch[] };

/** Reads are consistent. Every method throws `ApiError('storage_unavailable')`; a write that threw may still have been stored. */
export type PspSwitchStore = {
  readonly read: () => Promise<PspSwitches>;
  /** Replaces the record at `rev` and writes the given items, all or nothing. False if either has changed meanwhile. */
  readonly replace: (
    rev: number,
    switches: readonly PspSwitch[],
    beside: { readonly remembered: StoredResponse | undefined; readonly act: RecordedAct },
  ) => Promise<boolean>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
};

/** The accounts that take no new attempts, as last read. Never rejects. */
export type ClosedPsps = () => Promise<ReadonlySet<string>>;

export const closedIn = ({ switches }: PspSwitches): ReadonlySet<string> =>
  new Set(switches.filter(({ state }) => state === 'closed').map(({ psp }) => psp));
