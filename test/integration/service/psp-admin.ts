import type { Ledger } from '../../../local/psp/framework/ledger.ts';
import { type PspId, psps } from './rules-of.ts';
import type { Service } from './start-service.ts';

/** "Authentication required", in each PSP's own code. */
export const insists: Readonly<Record<PspId, string>> = {
  stripe: 'authentication_required',
  adyen: '38',
  checkout_com: '20154',
};

export type PspAdmin = ReturnType<typeof pspAdmin>;

/** The simulators' own side: what was really charged, and faults on demand. */
export const pspAdmin = (service: Pick<Service, 'admin'>) => {
  const post = async (
    psp: PspId,
    what: 'faults' | 'webhooks' | 'dashboard',
    body: unknown,
  ): Promise<void> => {
    const answer = await fetch(`${service.admin}/psps/${psp}/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const ledger = async (psp: PspId): Promise<Ledger> =>
    (await fetch(`${service.admin}/psps/${psp}/ledger`)).json() as Promise<Ledger>;
  return {
    ledger,
    faults: (psp: PspId, faults: object) => post(psp, 'faults', faults),
    heal: async () => {
      for (const psp of psps) await post(psp, 'faults', { kind: 'ok' });
    },
    webhooks: (psp: PspId, change: object) => post(psp, 'webhooks', change),
    /** Whether every event so far has been delivered. */
    hasDelivered: async (psp: PspId): Promise<boolean> => {
      const answer = await fetch(`${service.admin}/psps/${psp}/webhooks`);
      const { events } = (await answer.json()) as { readonly events: readonly { readonly state: string }[] };
      return events.every(({ state }) => state === 'delivered');
    },
    /** What somebody does to a payment at the PSP itself. */
    dashboard: (psp: PspId, act: object) => post(psp, 'dashboard', act),
    /** Every payment with one of these references that holds or took money, at whatever PSP. */
    moneyOf: async (references: readonly string[]) => {
      const found = await Promise.all(
        psps.map(async (psp) =>
          (await ledger(psp)).payments
            .filter(({ reference }) => reference !== null && references.includes(reference))
            .map((payment) => ({ psp, ...payment })),
        ),
      );
      return found
        .flat()
        .filter(({ amount_authorized, amount_captured }) => amount_authorized + amount_captured > 0);
    },
  };
};
