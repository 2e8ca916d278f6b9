import { storage } from '../lib/edge/dynamodb.ts';
import { accountEntries } from '../lib/edge/psp-accounts.ts';
import type { CodeCount } from '../lib/psp/findings.ts';
import { isUnlisted } from '../lib/psp/noticing-unlisted.ts';
import type { PspAdapter } from '../lib/psp/psp-adapter.ts';
import * as registry from '../lib/psp/registry.ts';
import { scanCharges } from '../lib/storage/scan-charges.ts';

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

/** Codes of stored declines that are in no table, most frequent first, from the tables that this process's environment names. */
export const unlistedCodes = async (): Promise<readonly CodeCount[]> => {
  const counts = new Map<string, CodeCount>();
  for await (const { psp, outcome, code } of scanCharges(storage())) {
    const adapter = adapters[accountEntries().get(psp)?.psp ?? ''];
    if (outcome !== 'unmapped' || code === undefined || !adapter) continue;
    if (!isUnlisted(code, adapter.lists)) continue;
    const key = `${psp} ${code}`;
    counts.set(key, { psp, code, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
};
