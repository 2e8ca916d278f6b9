import type { PspAccount } from '../types/psp-account.ts';
import type { HttpTransport } from '../types/transport.ts';
import { accountOf } from './account-of.ts';
import { accountEntries } from './psp-accounts.ts';
import { askAgain } from './secrets.ts';
import { createTransport } from './transport.ts';

export type PspAccess = {
  readonly account: PspAccount;
  readonly http: HttpTransport;
  /** A transport that reads the account's key again as soon as the PSP refuses it, since it may have been rotated. */
  readonly noticingRefusals: (http: HttpTransport) => HttpTransport;
};

/** How the PSP of each account in `PSP_ACCOUNTS` is reached: calls and webhooks share connections and credentials. */
export const pspAccess = (): ReadonlyMap<string, PspAccess> => {
  access ??= createAccess();
  return access;
};

const createAccess = (): ReadonlyMap<string, PspAccess> => {
  const http = createTransport();
  return new Map(
    [...accountEntries()].map(([id, entry]) => {
      const noticingRefusals = noticing(() => askAgain(entry.secret));
      return [id, { account: accountOf(id, entry), http, noticingRefusals }];
    }),
  );
};

const noticing =
  (refused: () => void) =>
  (http: HttpTransport): HttpTransport =>
  async (request) => {
    const response = await http(request);
    if (response.kind === 'answered' && response.status === 401) refused();
    return response;
  };

let access: ReadonlyMap<string, PspAccess> | undefined;
