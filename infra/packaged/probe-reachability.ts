import { accountOf } from '../../lib/edge/account-of.ts';
import { publicUrl } from '../../lib/edge/environment.ts';
import { insteadOfPsp } from '../../lib/edge/instead-of-psp.ts';
import { insteadOfService } from '../../lib/edge/instead-of-service.ts';
import { accountEntries } from '../../lib/edge/psp-accounts.ts';
import { report } from '../../lib/edge/report.ts';
import { askAgain } from '../../lib/edge/secrets.ts';
import { createTransport } from '../../lib/edge/transport.ts';

const http = createTransport();

/** Runs in a row without an answer, by account, as far as this process has seen. */
const inARow = new Map<string, number>();

/**
 * Asks the public address as a caller without a token does, and each PSP account one harmless question. Throws if no customer can pay: the public
 * address is out of reach, or every account is. Lambda counts that as an error, and the alarm watches those. One account of several is only reported.
 */
export const handler = async (): Promise<void> => {
  const address = `${publicUrl()}/v1/checkout/sessions`;
  const [atAddress, ...atAccounts] = await Promise.all([
    insteadOfService(address, http),
    ...[...accountEntries()].map(async ([id, entry]) => {
      const says = await insteadOfPsp(accountOf(id, entry), http, () => askAgain(entry.secret));
      inARow.set(id, says === undefined ? 0 : (inARow.get(id) ?? 0) + 1);
      if (says !== undefined) report({ event: 'psp_unreachable', psp: id, says, in_a_row: inARow.get(id) });
      return says;
    }),
  ]);
  const lost = [
    ...(atAddress === undefined ? [] : [`${address} ${atAddress}`]),
    ...(atAccounts.length > 0 && atAccounts.every((says) => says !== undefined) ? ['every PSP account'] : []),
  ];
  if (lost.length > 0) throw new Error(`out of reach: ${lost.join(', ')}`);
};
