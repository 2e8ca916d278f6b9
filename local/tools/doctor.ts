import { apiKeyOf } from '../../lib/psp/api-key-of.ts';
import { unmappedFindings } from '../../lib/psp/findings.ts';
import { accountOf } from '../../lib/runtime/account-of.ts';
import { cardCapture, livemode, publicUrl } from '../../lib/runtime/environment.ts';
import { errorLine } from '../../lib/runtime/error-line.ts';
import { examineAccounts } from '../../lib/runtime/examine-accounts.ts';
import { accountEntries } from '../../lib/runtime/psp-accounts.ts';
import { findingLine } from '../../lib/types/examination.ts';
import { localService } from '../commands/service-client.ts';
import { unmappedCodes } from '../commands/unmapped-codes.ts';

/** `npm run doctor -- --local`: reports what the PSP accounts of the local service may do. */
const main = async (): Promise<void> => {
  Object.assign(process.env, localService().environment);
  const accounts = await Promise.all(
    [...accountEntries()].map(async ([id, entry]) => {
      const account = accountOf(id, entry);
      return { ...account, api_key: await apiKeyOf(account) };
    }),
  );
  const found = [
    ...(await examineAccounts(accounts, {
      livemode: livemode(),
      card_capture: cardCapture(),
      public_url: publicUrl(),
    })),
    ...unmappedFindings(await unmappedCodes(), 'so far'),
  ];
  for (const finding of found) console.log(findingLine(finding));
  if (found.some(({ state }) => state === 'missing')) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(errorLine(error));
  process.exitCode = 1;
});
