import type { TrustedVault } from '../../../lib/http/read-receipt.ts';
import { verifyingKeyOf } from '../../../lib/runtime/signing-keys.ts';
import { base32 } from '../../../lib/types/base32.ts';
import { issuerResponses } from '../../../lib/types/issuer-responses.ts';
import type { AuthorizationResult } from '../../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { collectCard } from '../../../lib/vault/collect-card.ts';
import { forwardCard } from '../../../lib/vault/forward-card.ts';
import { manageCard } from '../../../lib/vault/manage-card.ts';
import type { ForwardPorts } from '../../../lib/vault/vault-ports.ts';
import type { ForwardRequest, Vault } from '../../../lib/vault-protocol/forward.ts';
import { signGrant } from '../../../lib/vault-protocol/grant.ts';
import { readInvocation } from '../../../lib/vault-protocol/read-invocation.ts';
import type { NamedDer } from '../../../lib/vault-protocol/signed-text.ts';
import { memoryCardStore } from '../../../local/memory/memory-card-store.ts';
import { canaries } from '../canaries.ts';
import type { Facts } from '../checker/facts.ts';
import { searchForCard } from '../checker/search-for-card.ts';
import type { Process } from '../process.ts';
import { exchange } from '../psp/exchange.ts';
import type { PspServer } from '../psp/psp-server.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { readRequest, toAnswer, vaultAccount } from './slotted-request.ts';

/** A card as a browser has it after it gave it to the vault. */
export type Collected = { readonly token: string; readonly receipt: string };

export type SimulatedVault = {
  readonly trusted: TrustedVault;
  /** Undefined: the session has too many cards. */
  readonly collect: (session: string) => Promise<Collected | undefined>;
  /** As one process of the router reaches it. */
  readonly reachedFrom: (process: Process) => Vault;
};

const deployment = { merchant: 'shop', mode: 'test' } as const;

/** A key of Ed25519 by its seed of 32 bytes: PKCS #8 is that behind a fixed head. */
const keyOf = (id: string, seed: number): NamedDer => ({
  id,
  key: Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ]).toString('base64'),
});
const [grantKey, receiptKey] = [keyOf('g1', 1), keyOf('r1', 2)];
const [grant_keys, receipt_keys] = [[verifyingKeyOf(grantKey)], [verifyingKeyOf(receiptKey)]];

const card = { number: canaries.number, cvc: '9317', exp_month: 12, exp_year: 2031 };

/**
 * Our own vault as it is, over a store in memory, between the processes of a world and its PSPs. `random` is its own, so that a world without cards in
 * a vault does not notice it.
 */
export const createVault = (
  world: World,
  facts: Facts,
  servers: ReadonlyMap<string, PspServer>,
  random: Random,
): SimulatedVault => {
  const { time, faults, checker } = world;
  const cards = memoryCardStore();
  /** By attempt, what was asked for it; by token, the attempt that an issuer has answered first. */
  const asked = new Map<string, ForwardRequest>();
  const answered = new Map<string, string>();
  /** By process, the attempt that the vault kept from its PSP. */
  const kept = new WeakMap<Process, string>();
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));

  /** One request to a PSP, over the network that all requests take. */
  const http = (request: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve) => {
      const { psp, attempt, challenge, note, paymentMethod } = readRequest(request);
      const server = servers.get(psp);
      if (!server) throw new Error(`There is no PSP ${psp}.`);
      const { reference } = attempt;
      check(reference, paymentMethod);
      searchForCard(facts, note);
      const since = time.now();
      exchange<HttpResponse>(
        world,
        {
          timeout_ms: request.timeout_ms,
          hangs: server.hangs(),
          moves: `authorize/${reference}`,
          begin: () => server.keyed.begin(reference),
          key_ms: server.keyed.key_ms,
          arrive: (fate, began) => {
            const called = checker.firstCalled(reference) ?? since;
            const answer = server.authorize(attempt, { called, challenge }, fate, began);
            noteIssuer(reference, answer);
            return toAnswer(answer);
          },
          unknown: (doubt) => ({
            kind: 'lost',
            doubt: doubt === 'timeout' ? doubt : 'connection_lost',
            cause: doubt,
          }),
          refused: (outcome) =>
            outcome === 'not_sent' ? { kind: 'not_sent', cause: 'ECONNREFUSED' } : toAnswer({ outcome }),
        },
        resolve,
      );
    });

  const check = (reference: string, sent: { readonly number: string; readonly cvc?: string }): void => {
    const request = asked.get(reference);
    const stored = request && cards.cards.get(request.token);
    if (!request || !stored) {
      facts.violate(0, `${reference}: sent by the vault without a request or a card`);
      return;
    }
    if (sent.number !== card.number || (sent.cvc !== undefined && sent.cvc !== card.cvc))
      facts.violate(0, `${reference}: sent with another card`);
    if (!stored.kept && stored.session !== request.session)
      facts.violate(0, `${reference}: paid with a card of ${stored.session}`);
    if (time.now() >= request.not_after) facts.violate(0, `${reference}: sent after not_after`);
    const first = answered.get(request.token);
    if (sent.cvc !== undefined && first !== undefined && first !== reference)
      facts.violate(13, `${reference}: a security code was sent after an issuer had answered ${first}`);
  };

  const noteIssuer = (reference: string, { outcome }: AuthorizationResult): void => {
    const token = asked.get(reference)?.token;
    if (token !== undefined && issuerResponses[outcome] && !answered.has(token))
      answered.set(token, reference);
  };

  const shared = {
    deployment,
    cards,
    clock: { now: time.now },
    log: (event: object) => searchForCard(facts, event),
  };
  const forwardPorts: ForwardPorts = {
    ...shared,
    accounts: Object.fromEntries([...servers.keys()].map((psp) => [psp, vaultAccount(psp)])),
    keys: { unwrap: async (wrapped) => Uint8Array.from(Buffer.from(wrapped, 'base64')) },
    http,
    authorize: () => Promise.reject(new Error('No account of a world leaves its key to the vault.')),
  };

  /** A direct invocation of the vault's function. `deliver` gets one answer, in time. */
  const invoke = (request: ForwardRequest, deliver: (answer: HttpResponse) => void): void => {
    const travel = random.between(2, 40);
    const lose = (): void =>
      time.after(request.timeout_ms, () => deliver({ kind: 'lost', doubt: 'timeout', cause: 'timeout' }));
    if (faults.hits('vault_unavailable')) {
      const refusal: HttpResponse = random.chance(0.5)
        ? { kind: 'not_sent', cause: 'ECONNREFUSED' }
        : { kind: 'answered', status: 429, headers: {}, body: '' };
      time.after(travel, () => deliver(refusal));
      return;
    }
    if (faults.hits('vault_held_up')) {
      time.after(
        request.timeout_ms + random.between(0, 45 * 60_000),
        () => void forwardCard(forwardPorts, request),
      );
      lose();
      return;
    }
    const loses = faults.hits('vault_answer_lost');
    const fails = faults.hits('vault_fails');
    time.after(travel, () => {
      void forwardCard(forwardPorts, request).then((answer) => {
        if (!loses) time.after(random.between(2, 40), () => deliver(fails ? failed : invocationOf(answer)));
      });
    });
    // Whoever waits no longer than the PSP may take hears of a slow one what it hears of a lost one.
    lose();
  };

  return {
    trusted: { ...deployment, receipt_keys },
    collect: async (session) => {
      const expires = Math.floor(time.now() / 1000) + 1_800;
      const ports = {
        ...shared,
        grant_keys,
        limits: { a_minute: 1_000, a_day: 1_000, alike: 8 },
        secrets: async () => ({ receipt_key: receiptKey, fingerprint_key: Buffer.alloc(32, 3) }),
        keys: {
          make: async () => {
            const plain = bytes(32);
            return { plain, wrapped: Buffer.from(plain).toString('base64') };
          },
        },
        newId: (prefix: string) => `${prefix}_${base32(bytes(17)).slice(0, 26)}`,
        random: bytes,
      };
      const grant = signGrant({ ...deployment, session, expires }, grantKey);
      return collectCard(ports, grant, card).catch(() => undefined);
    },
    reachedFrom: (process) => ({
      forward: (request) =>
        new Promise((resolve) => {
          searchForCard(facts, request);
          const failed = kept.get(process);
          if (failed !== undefined && failed !== request.attempt)
            facts.violate(0, `${request.attempt}: tried after the vault had failed for ${failed}`);
          let waiting = true;
          asked.set(request.attempt, request);
          process.leave(() =>
            invoke(request, (answer) => {
              if (!waiting) return;
              waiting = false;
              searchForCard(facts, answer);
              const forwarded = readInvocation(answer);
              if (forwarded.kind === 'not_sent' && forwarded.cause.startsWith('vault_'))
                kept.set(process, request.attempt);
              // It was only a repeat that failed, and the next one has the PSP's own answer.
              else if (kept.get(process) === request.attempt) kept.delete(process);
              process.resume(() => resolve(forwarded));
            }),
          );
        }),
      manage: (request) =>
        new Promise((resolve, reject) => {
          process.leave(() =>
            time.after(random.between(2, 40), () => {
              const lost = faults.hits('release_lost');
              void manageCard(shared, request).then((answer) =>
                process.resume(() =>
                  lost ? reject(new Error('The vault was not asked.')) : resolve(answer),
                ),
              );
            }),
          );
        }),
    }),
  };
};

const failed: HttpResponse = {
  kind: 'answered',
  status: 200,
  headers: { 'x-amz-function-error': 'Unhandled' },
  body: '{"errorType":"Runtime.ExitError"}',
};

const invocationOf = (answer: object): HttpResponse => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
});
