import { collectCardRoute } from '../../lib/http/vault-routes.ts';
import { accountOf } from '../../lib/runtime/account-of.ts';
import { publicUrl } from '../../lib/runtime/environment.ts';
import { insteadOfPsp } from '../../lib/runtime/instead-of-psp.ts';
import { insteadOfService } from '../../lib/runtime/instead-of-service.ts';
import { log } from '../../lib/runtime/log.ts';
import { accountEntries } from '../../lib/runtime/psp-accounts.ts';
import { askAgain } from '../../lib/runtime/secrets.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import { vaultSettings } from '../../lib/runtime/vault-settings.ts';

const http = createTransport();

/** Runs in a row without an answer, by account, as far as this process has seen. */
const inARow = new Map<string, number>();

/**
 * Asks the public address, and that of the vault, as a caller without a token does, and each PSP account one harmless question. Throws if no customer can
 * pay: an address is out of reach, or every account is. Lambda counts that as an error, and the alarm watches those. One account of several is only
 * reported.
 */
export const handler = async (): Promise<void> => {
  const [lost, atAccounts] = await Promise.all([addressesLost(), accountsLost()]);
  const everyAccount = atAccounts.length > 0 && !atAccounts.includes(undefined);
  const all = [...lost, ...(everyAccount ? ['every PSP account'] : [])];
  if (all.length > 0) throw new Error(`out of reach: ${all.join(', ')}`);
};

const addressesLost = async (): Promise<readonly string[]> => {
  const vault = vaultSettings();
  const addresses = [
    `${publicUrl()}/v1/checkout/sessions`,
    ...(vault ? [vault.url + collectCardRoute.path] : []),
  ];
  const found = await Promise.all(
    addresses.map(async (address) => {
      const says = await insteadOfService(address, http);
      return says === undefined ? [] : [`${address} ${says}`];
    }),
  );
  return found.flat();
};

/** What came instead of an answer, for each account; undefined for one that answered. */
const accountsLost = (): Promise<readonly (string | undefined)[]> =>
  Promise.all(
    [...accountEntries()].map(async ([id, entry]) => {
      const says = await insteadOfPsp(accountOf(id, entry), http, () => askAgain(entry.secret));
      inARow.set(id, says === undefined ? 0 : (inARow.get(id) ?? 0) + 1);
      if (says !== undefined) log({ event: 'psp_unreachable', psp: id, says, in_a_row: inARow.get(id) });
      return says;
    }),
  );
