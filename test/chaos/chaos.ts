import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../clients/server/src/index.ts';
import { openThings } from '../../lib/types/open-things.ts';
import type { Charge } from '../../lib/types/records.ts';
import { openCharges } from '../../local/open-charges.ts';
import type { Ledger } from '../../local/psp/framework/ledger.ts';
import { startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { compare } from './compare.ts';
import { type Outcome, takePayment } from './take-payment.ts';
import { patience_ms, startVictim } from './victim.ts';

/**
 * `npm run chaos`: the running service under fire. Payments are taken and refunded over real sockets while the PSPs reset, stall and answer 5xx
 * before and after the effect, and the service is killed with SIGKILL and started again. After healing, the PSPs' ledgers and the service's own
 * answers must agree to the minor unit, nothing may be charged twice, and nothing may be open.
 */
const payments = Number(process.env.PAYMENTS ?? 2000);
const kills = Number(process.env.KILLS ?? 10);
const seed = Number(process.env.SEED ?? 1);
const atOnce = 24;

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-chaos-'));
  const simulators = await startPspSimulators({ psps: ['stripe', 'adyen', 'checkout_com'], seed, dataDir });
  const victim = await startVictim({ dataDir, simulators });
  simulators.setWebhookTarget(victim.base_url);
  try {
    await publishRules(victim.base_url, victim.api_key);
    await setFaults(simulators.admin, faults);
    const outcomes = await underFire(victim);
    await setFaults(simulators.admin, []);
    const healed = await heal(victim);
    const decided = await review(victim, simulators.admin);
    const { rows, wrong } = await compare(victim, simulators.admin, outcomes);
    console.log(
      `\n${outcomes.length} payments, ${victim.kills()} kills, ${decided} decided by a person, seed ${seed}`,
    );
    console.table(rows);
    for (const line of wrong.slice(0, 20)) console.error(line);
    const open = await openAt(victim);
    if (open.length > 0) console.error('Still open after healing:', open);
    const green =
      healed &&
      open.length === 0 &&
      wrong.length === 0 &&
      outcomes.length === payments &&
      victim.kills() === kills;
    console.log(
      green ? 'Ledgers and answers agree. Nothing is charged twice. Nothing is open.' : 'NOT CLEAN',
    );
    process.exitCode = green ? 0 : 1;
  } finally {
    await victim.stop();
    await simulators.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Every third call or so goes wrong in one of these ways. */
const faults = [
  { kind: 'reset-before', rate: 0.05 },
  { kind: 'reset-after', rate: 0.06 },
  { kind: '5xx', rate: 0.05 },
  { kind: '5xx-after', rate: 0.05 },
  { kind: 'slow', ms: 1_500, rate: 0.05 },
  { kind: 'late-effect', ms: 4_000, rate: 0.03 },
  { kind: 'rate-limit', rate: 0.03 },
  { kind: 'html', rate: 0.02 },
];

const setFaults = async (admin: string, wanted: readonly object[]): Promise<void> => {
  for (const psp of ['stripe', 'adyen', 'checkout_com']) {
    const answer = await fetch(`${admin}/psps/${psp}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    if (!answer.ok) throw new Error(`${psp}: ${await answer.text()}`);
  }
};

const publishRules = async (base_url: string, api_key: string): Promise<void> => {
  const rule = {
    name: 'default',
    targets: [
      { psp: 'stripe', weight: 40 },
      { psp: 'adyen', weight: 30 },
      { psp: 'checkout_com', weight: 30 },
    ],
    failover: {
      on: ['psp_unavailable', 'rate_limited', 'processor_error'],
      max_attempts: 3,
      attempt_timeout_ms: 1_000,
    },
  };
  const answer = await fetch(`${base_url}/v1/routing/rules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

type Victim = Awaited<ReturnType<typeof startVictim>>;

const underFire = async (victim: Victim): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  let begun = 0;
  const customer = async (): Promise<void> => {
    while (begun < payments) {
      begun += 1;
      outcomes.push(await takePayment(victim, seed, begun));
      if (outcomes.length % 100 === 0) console.log(`${outcomes.length} payments, ${victim.kills()} kills`);
    }
  };
  const killer = async (): Promise<void> => {
    for (let kill = 1; kill <= kills; kill++) {
      const after = Math.floor((payments * kill) / (kills + 1));
      while (outcomes.length < after) await sleep(20);
      await victim.killAndRestart();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: atOnce }, customer)]);
  return outcomes;
};

/** Recovery alone drains what is open; nobody calls the API meanwhile. */
const heal = async (victim: Victim): Promise<boolean> => {
  const until = Date.now() + patience_ms;
  for (;;) {
    const open = await openAt(victim);
    const unresolved = open.filter((charge) => openThings(charge).some(({ needs_review }) => !needs_review));
    console.log(`healing: ${unresolved.length} charges open, ${open.length - unresolved.length} need review`);
    if (unresolved.length === 0) return true;
    if (Date.now() > until) return false;
    await sleep(5_000);
  }
};

/**
 * The person whom the alarm of a charge that needs review calls: looks into the PSP's own books and says through the API what is there. Comes to this only
 * where a PSP has no look-up, the request was lost on the way and the function that held the card was killed.
 */
const review = async (victim: Victim, admin: string): Promise<number> => {
  const client = createClient({ baseUrl: victim.base_url, apiKey: victim.api_key });
  const needed = await openAt(victim);
  for (const { id, psp } of needed) {
    const ledger = (await (await fetch(`${admin}/psps/${psp}/ledger`)).json()) as Ledger;
    for (const { operation } of (await client.charges.retrieve(id)).open) {
      const { revision } = await client.charges.retrieve(id);
      const note = 'From the books of the PSP.';
      await client.charges.decide(id, { ...bookOf(ledger, operation), operation, note, revision });
    }
  }
  return needed.length;
};

/** What the books of the PSP say under our reference: the charge's id for its attempt. This run makes no other operations. */
const bookOf = ({ payments, refunds }: Ledger, reference: string) => {
  const taken = payments.find((payment) => payment.reference === reference && payment.amount_captured > 0);
  if (taken) return { outcome: 'captured', amount: taken.amount_captured, psp_reference: taken.id } as const;
  const refunded = refunds.find((refund) => refund.reference === reference && refund.status === 'succeeded');
  return refunded
    ? ({ outcome: 'succeeded', psp_reference: refunded.id } as const)
    : ({ outcome: 'absent' } as const);
};

const openAt = (victim: Victim): Promise<readonly Charge[]> => {
  Object.assign(process.env, victim.environment());
  return openCharges();
};

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

await main();
