import { createRenderer } from '../../lib/http/renderer.ts';
import type { ConfirmPorts, PaymentPorts } from '../../lib/payments/payment-ports.ts';
import { recoverDue } from '../../lib/payments/recovery/recover-due.ts';
import { retryHeld } from '../../lib/payments/recovery/retry-held.ts';
import { receiveWebhook } from '../../lib/payments/webhooks/receive-webhook.ts';
import { ApiError } from '../../lib/types/api-error.ts';
import type { HealthVerdict } from '../../lib/types/health.ts';
import type { LogRecord, RulesReader } from '../../lib/types/ports.ts';
import type { AnyMethodPsp, PspEvent } from '../../lib/types/psp.ts';
import type { Idempotency, Result } from '../../lib/types/result.ts';
import type { MemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import type { Accounts } from './accounts.ts';
import { createProcess } from './create-process.ts';
import { madeUpVerdict } from './made-up-verdict.ts';
import type { Process } from './process.ts';
import { connectPsp } from './psp/connect.ts';
import type { PspServer } from './psp/psp-server.ts';
import { simulatedStore } from './simulated-store.ts';
import type { SimulatedVault } from './vault/simulated-vault.ts';
import type { World } from './world.ts';

export type Ports = ConfirmPorts & {
  readonly rules: RulesReader;
  readonly accounts: PaymentPorts['psps']['accounts'];
  readonly verdict: () => Promise<HealthVerdict | undefined>;
  readonly sessionsOf: () => Promise<readonly never[]>;
};

/** An HTTP answer as the client gets it. */
export type Given = { readonly status: number; readonly body: string; readonly replayed: boolean };

export type Invocation = {
  readonly endpoint: string;
  /** The session or charge asked about; with the key it names what is remembered. */
  readonly target: string;
  readonly idempotency?: Idempotency;
  /** A customer is back from the bank with an outcome. */
  readonly returns?: boolean;
  readonly work: (ports: Ports, asked: Idempotency | undefined) => Promise<Result | undefined>;
};

export type Service = {
  /** Runs a function in a process of its own. `answered` is never called where the process dies. */
  readonly invoke: (invocation: Invocation, answered: (given: Given) => void, died: () => void) => void;
  readonly receive: (psp: string, event: PspEvent, done: (accepted: boolean) => void) => void;
  readonly recover: () => void;
  readonly newId: (prefix: string) => string;
};

export type ServiceParts = {
  readonly store: MemoryPaymentStore;
  readonly servers: ReadonlyMap<string, PspServer>;
  readonly accounts: Accounts;
  readonly poisoned: ReadonlySet<string>;
  readonly recovery: PaymentPorts['recovery'];
  /** Absent: no card can be paid by its token. */
  readonly vault?: SimulatedVault;
  /** Stands between the use-cases and a PSP, where a test scripts its answers. */
  readonly through?: (psp: AnyMethodPsp) => AnyMethodPsp;
};

const nobody = (): void => undefined;

/** The functions of the service over the real use-cases, one process an invocation. */
export const createService = (world: World, parts: ServiceParts): Service => {
  const { time, checker } = world;
  let invocations = 0;
  const newId = idsFrom(world);
  /** The accounts that an operator has closed, as this process sees them: each time it asks, there may be more. */
  const closedFor = (process: Process, accounts: Ports['accounts']): ReadonlySet<string> => {
    const now = accounts.flatMap(({ id }) => (world.faults.hits('psp_closed') ? [id] : []));
    const closed = new Set([...(checker.closedFor(process) ?? []), ...now]);
    checker.closed(process, closed);
    return closed;
  };
  const portsOf = (process: Process): Ports => {
    const { accounts, rules } = parts.accounts.seenBy();
    let writes = 0;
    return {
      store: simulatedStore(world, parts.store, process, parts.poisoned),
      psps: {
        accounts,
        connect: (id) => {
          const server = parts.servers.get(id);
          if (!server || !accounts.some((account) => account.id === id)) return undefined;
          const psp = connectPsp(world, server, process, parts.vault);
          return parts.through ? parts.through(psp) : psp;
        },
      },
      accounts,
      rules: () => Promise.resolve(rules),
      verdict: () => Promise.resolve(madeUpVerdict(accounts, time.now())),
      sessionsOf: () => Promise.resolve([]),
      closedPsps: () => Promise.resolve(closedFor(process, accounts)),
      clock: {
        now: process.now,
        sleep: (milliseconds) =>
          new Promise((resolve) => time.after(milliseconds, () => process.resume(resolve))),
      },
      newId,
      log: (event: LogRecord) => checker.reported(event),
      newWrite: () => `${process.id}.${++writes}`,
      render: createRenderer({ now: process.now, request_id: process.id, docs_url: 'https://docs.example' }),
      deadline: process.deadline,
      recovery: parts.recovery,
      releaseCvc: async (token) => {
        await parts.vault
          ?.reachedFrom(process)
          .manage({ action: 'release', token })
          .catch(() => {});
      },
    };
  };
  const invoke: Service['invoke'] = (invocation, answered, died) => {
    const { endpoint, target, idempotency, returns, work } = invocation;
    const process = createProcess(world, `req_${++invocations}`, endpoint, died);
    const ports = portsOf(process);
    const accounts = ports.accounts.map(({ id }) => id);
    checker.asked(process, { endpoint, target, idempotency, returns, accounts });
    void answerOf(ports, (given) => work(given, idempotency)).then((given) => {
      if (!process.isAlive()) return;
      world.note(`${process.id} ${endpoint} ${target} ${given.status} ${given.body}`);
      checker.answered(process, { endpoint, target, idempotency, ...given });
      answered(given);
    });
  };
  return {
    newId,
    invoke,
    receive: (psp, event, done) => {
      checker.webhookArrived(psp, event);
      const work = async (ports: Ports) => {
        await receiveWebhook(ports, psp, () => Promise.resolve({ ok: true, events: [event] }));
        return undefined;
      };
      world.note(`${event.id} comes in for ${event.reference}`);
      invoke({ endpoint: 'webhook', target: psp, work }, ({ status }) => done(status < 300), nobody);
    },
    recover: () => {
      const run = (endpoint: string, use: (ports: Ports) => Promise<unknown>): void => {
        const work = async (ports: Ports) => {
          await use(ports);
          return undefined;
        };
        invoke({ endpoint, target: '', work }, nobody, nobody);
      };
      run('recover', recoverDue);
      // A process of its own: the charge that an event is about need not be due.
      if (parts.store.held.size > 0) run('held', retryHeld);
    },
  };
};

/** What the endpoint wrapper makes of a use-case's end. */
const answerOf = async (
  ports: Ports,
  work: (ports: Ports) => Promise<Result | undefined>,
): Promise<Given> => {
  try {
    const result = await work(ports);
    if (result === undefined) return { status: 204, body: '', replayed: false };
    if ('replay' in result) return { ...result.replay, replayed: !result.first };
    return { ...ports.render(result, 'full'), replayed: false };
  } catch (error) {
    if (error instanceof ApiError) return { ...ports.render({ error }, 'full'), replayed: false };
    return {
      status: 500,
      body: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      replayed: false,
    };
  }
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const idsFrom = ({ random }: World): ((prefix: string) => string) => {
  return (prefix) => {
    let id = `${prefix}_`;
    for (let word = 0; word < 5; word++) {
      let bits = random.u32();
      for (let letter = 0; letter < 6 && id.length < 29; letter++, bits >>>= 5) id += alphabet[bits & 31];
    }
    return id;
  };
};
