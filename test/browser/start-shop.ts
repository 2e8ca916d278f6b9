import { createPages } from '../../local/pages/create-pages.ts';
import { consoleLink } from '../../local/pages/server/console-sign-in.ts';
import type { Ledger } from '../../local/psp/framework/ledger.ts';
import { type RunningService, startService } from '../../local/service/start-service.ts';

export type Shop = Pick<RunningService, 'base_url' | 'api_key' | 'vault'> & {
  /** Signs in once at the console. */
  readonly consoleLink: () => string;
  readonly call: <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    token?: string,
  ) => Promise<T>;
  /** A session that is not paid yet. */
  readonly session: (fields?: object) => Promise<{ readonly id: string; readonly client_secret: string }>;
  /** Publishes a rule by which every new session is drawn for this PSP, the others by failover only, and waits until it is in force. */
  readonly route: (psp: string) => Promise<void>;
  readonly faults: (psp: string, fault: object) => Promise<void>;
  readonly webhooks: (psp: string, change: object) => Promise<void>;
  /** Acts on a payment as in the PSP's own dashboard, or as its bank. `payment`: the id of its charge. */
  readonly atPsp: (psp: string, act: 'dispute' | 'win' | 'lose', payment: string) => Promise<void>;
  /** Every payment that took money, at whatever PSP, for this session. */
  readonly captured: (
    session: string,
  ) => Promise<readonly { readonly psp: string; readonly amount: number }[]>;
  readonly close: () => Promise<void>;
};

const psps = ['stripe', 'adyen', 'checkout_com'] as const;

/**
 * The whole service with its pages, as `npm start` has it, in this process; only AppConfig is asked more often. `frame`: whose frame a card is typed into;
 * the service's own is that of an environment without a vault.
 */
export const startShop = async ({
  frame = 'vault',
  week = false,
  fonts = [],
}: {
  readonly frame?: 'vault' | 'own';
  /** With a week of payments. */
  readonly week?: boolean;
  /** Origins of fonts for the card fields. */
  readonly fonts?: readonly string[];
} = {}): Promise<Shop> => {
  const restoreOutput = withoutFunctionLog();
  const pages = createPages({ fonts });
  const service = await startService({
    minimumPollSeconds: 1,
    week,
    mounts: pages.mounts,
    onAnswer: pages.onAnswer,
  });
  pages.belongTo({ ...service, ...(frame === 'own' && { vault: undefined }) });
  const { base_url, api_key, admin } = service;

  const call = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    token = api_key,
  ): Promise<T> => {
    const answer = await fetch(`${base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  };
  const session: Shop['session'] = (fields = {}) =>
    call('POST', '/v1/checkout/sessions', {
      amount: 2599,
      currency: 'eur',
      success_url: `${base_url}/thanks`,
      ...fields,
    });
  const report = async (
    psp: string,
    what: 'faults' | 'webhooks' | 'dashboard',
    body: object,
  ): Promise<void> => {
    const answer = await fetch(`${admin}/psps/${psp}/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return {
    base_url,
    api_key,
    vault: service.vault,
    consoleLink: () => consoleLink(base_url, pages.signInCode()),
    call,
    session,
    route: async (psp) => {
      const publish = () =>
        call<{ readonly version?: number }>('POST', '/v1/routing/rules', {
          name: 'default',
          targets: psps.map((id) => ({ psp: id, weight: id === psp ? 1 : 0 })),
        });
      // A busy machine may refuse for the moment.
      let { version } = await publish();
      for (let again = 0; version === undefined && again < 10; again++) ({ version } = await publish());
      if (version === undefined) throw new Error(`The rule for ${psp} was not published`);
      for (;;) {
        const { id } = await session();
        const { routing } = await call<{ readonly routing?: { readonly version: number } }>(
          'GET',
          `/v1/checkout/sessions/${id}`,
        );
        if (routing && routing.version >= version) return;
      }
    },
    faults: (psp, fault) => report(psp, 'faults', fault),
    webhooks: (psp, change) => report(psp, 'webhooks', change),
    atPsp: (psp, act, payment) => report(psp, 'dashboard', { act, payment }),
    captured: async (id) => {
      const { routing } = await call<{
        readonly routing: { readonly attempts: readonly { readonly charge: string }[] };
      }>('GET', `/v1/checkout/sessions/${id}`);
      const charges = routing.attempts.map(({ charge }) => charge);
      const found = await Promise.all(
        psps.map(async (psp) => {
          const ledger = (await (await fetch(`${admin}/psps/${psp}/ledger`)).json()) as Ledger;
          return ledger.payments
            .filter(
              ({ reference, amount_captured }) => amount_captured > 0 && charges.includes(reference ?? ''),
            )
            .map(({ amount_captured }) => ({ psp, amount: amount_captured }));
        }),
      );
      return found.flat();
    },
    close: async () => {
      await service.close();
      restoreOutput();
    },
  };
};

/** What the functions log, a line of JSON at a time, goes where the test runner's own report goes: it is left out. */
const withoutFunctionLog = (): (() => void) => {
  const write = process.stdout.write;
  const filtered = (...parameters: Parameters<typeof write>): boolean =>
    String(parameters[0]).startsWith('{"at":') || write.apply(process.stdout, parameters);
  process.stdout.write = filtered as typeof write;
  return () => {
    process.stdout.write = write;
  };
};
