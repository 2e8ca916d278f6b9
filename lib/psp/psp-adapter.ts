import type { Capabilities } from '../types/capabilities.ts';
import type { Psp } from '../types/psp.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpTransport } from '../types/transport.ts';

/** What a PSP's folder exports. `connect` does no I/O: each call asks for the account's credentials. */
export type PspAdapter = {
  readonly capabilities: Capabilities;
  /** Whether the decline tables have a line for this code. */
  readonly lists: (code: string) => boolean;
  readonly connect: (account: PspAccount, http: HttpTransport) => Psp;
};
