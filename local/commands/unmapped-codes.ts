import type { CodeCount } from '../../lib/psp/findings.ts';
import { isUnmapped } from '../../lib/psp/notice-unmapped.ts';
import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import * as registry from '../../lib/psp/registry.ts';
import { accountEntries } from '../../lib/runtime/psp-accounts.ts';
import { serviceClient } from './service-client.ts';

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

/** Codes of declines that are in no table, most frequent first, of the service that runs on this machine. */
export const unmappedCodes = async (): Promise<readonly CodeCount[]> => {
  const counts = new Map<string, CodeCount>();
  const failed = serviceClient({}).charges.list({ status: 'failed', limit: 100 });
  for await (const { psp, outcome, code } of failed) {
    const adapter = adapters[accountEntries().get(psp)?.psp ?? ''];
    if (outcome !== 'unmapped' || code === null || !adapter) continue;
    if (!isUnmapped(code, adapter.lists)) continue;
    const key = `${psp} ${code}`;
    counts.set(key, { psp, code, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
};
