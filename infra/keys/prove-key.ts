import { attemptOf } from '../../lib/charge/attempt.ts';
import { isDefinite } from '../../lib/charge/definite-result.ts';
import { lookUpTimeout_ms } from '../../lib/payments/reports/time-for.ts';
import { examiners } from '../../lib/psp/examiners.ts';
import { firstQuestion } from '../../lib/psp/first-question.ts';
import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import * as registry from '../../lib/psp/registry.ts';
import { putQuestion } from '../../lib/runtime/put-question.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import type { Charge } from '../../lib/types/charge.ts';
import type { ExamineAccount } from '../../lib/types/examination.ts';
import type { PaymentLists } from '../../lib/types/ports.ts';
import type { PspAccount, PspCredentials } from '../../lib/types/psp-account.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';

type Site = Omit<PspAccount, 'credentials'>;

/**
 * A key that replaces another has to reach the same account at the PSP: with another account's, recovery would not find what it looks for, call it
 * absent, and let the customer pay a second time. It does if it finds one of the newest payments. A PSP that cannot be asked about payments (Adyen) has to take
 * it for the account that the settings name.
 *
 * @returns What shows it, in a line for the person who stores the key.
 * @throws If the key does not reach that account, or the PSP does not answer. Do not store it then.
 */
export const proveKey = async (
  site: Site,
  credentials: PspCredentials,
  lists: Pick<PaymentLists, 'charges'>,
  http: HttpTransport = createTransport(),
): Promise<string> => {
  const charges = await newestPayments(lists, site.id);
  if (charges.length === 0) return proveUnused(lists, site.id);
  const account: PspAccount = { ...site, credentials: async () => credentials };
  const psp = adapterOf(site).connect(account, http);
  if (psp.lookUp === undefined) return proveAccepted(site, credentials, http);
  const doubts: string[] = [];
  for (const charge of charges) {
    const payment = `payment ${charge.psp_reference} of charge ${charge.id}`;
    const result = await psp.lookUp(attemptOf(charge), { timeout_ms: lookUpTimeout_ms });
    const doubt = 'doubt' in result ? result.doubt : 'not found';
    // Another amount than ours is read from the payment, too.
    if (isDefinite(result) || doubt === 'amount_mismatch') return `the key finds ${payment}`;
    doubts.push(`${payment} (${doubt})`);
  }
  throw new Error(
    `Nothing was stored: the key does not find ${doubts.join(', ')}. If it belongs to another account at ${site.psp}, give that one an id of its own in infra/environments.ts; ${site.id} keeps its key, for refunds and for what is open.`,
  );
};

/** What is open has no name at the PSP yet, or none that lasts: with the key of another account, it would be called absent. */
const proveUnused = async (lists: Pick<PaymentLists, 'charges'>, psp: string): Promise<string> => {
  const { rows } = await lists.charges({ filters: { psp, open: true }, limit: 1 });
  const [open] = rows;
  if (open === undefined) return `${psp} has made no payment yet, so any key will do`;
  throw new Error(
    `Nothing was stored: charge ${open.id} is open at ${psp}, and no payment made there can show whose the key is. Store it once that charge is settled.`,
  );
};

/** One may have been changed or deleted at the PSP; a key of another account finds none of them. */
const asked = 5;

/** Those that failed may be gone at the PSP. */
const newestPayments = async (
  lists: Pick<PaymentLists, 'charges'>,
  psp: string,
): Promise<readonly Charge[]> => {
  const found: Charge[] = [];
  let from: { readonly direction: 'after'; readonly key: string } | undefined;
  for (;;) {
    const page = await lists.charges({ filters: { psp }, limit: 100, ...(from && { from }) });
    found.push(
      ...page.rows.filter(
        ({ psp_reference, status }) => psp_reference !== undefined && lasting.includes(status),
      ),
    );
    if (found.length >= asked || page.next === null) return found.slice(0, asked);
    from = { direction: 'after', key: page.next };
  }
};

/** States of a charge whose payment a PSP keeps. */
const lasting: readonly Charge['status'][] = ['authorized', 'captured', 'canceled'];

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

const adapterOf = ({ id, psp }: Site): PspAdapter => {
  const adapter = Object.hasOwn(adapters, psp) ? adapters[psp] : undefined;
  if (!adapter) throw new Error(`account ${id} names the unknown adapter ${psp}`);
  return adapter;
};

const known: Readonly<Record<string, ExamineAccount>> = examiners;

const proveAccepted = async (
  site: Site,
  { api_key }: PspCredentials,
  http: HttpTransport,
): Promise<string> => {
  const examine = known[site.psp];
  const year = new Date().getUTCFullYear();
  const question = examine && (await firstQuestion(examine, { account: site, api_key, year }));
  const response = question && (await putQuestion(http, site, question));
  if (response?.kind === 'answered' && response.status === 200)
    return `${site.psp} takes the key for ${Object.values(site.settings).join(', ')}`;
  throw new Error(
    `Nothing was stored: ${site.psp} does not take the key for ${Object.values(site.settings).join(', ')}, where ${site.id} has made its payments (${response?.kind === 'answered' ? response.status : 'no answer'}).`,
  );
};
