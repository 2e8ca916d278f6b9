import { defined } from '../../../lib/types/defined.ts';
import { issuerResponses } from '../../../lib/types/issuer-responses.ts';
import type { AuthorizationResult } from '../../../lib/types/psp.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { forwardCard } from '../../../lib/vault/forward-card.ts';
import { manageCard } from '../../../lib/vault/manage-card.ts';
import { nonceLength, seal } from '../../../lib/vault/seal.ts';
import type { ForwardPorts } from '../../../lib/vault/vault-ports.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import { type MemoryCardStore, memoryCardStore } from '../../../local/memory/memory-card-store.ts';
import { readRequest, toAnswer, vaultAccount } from '../../simulation/vault/slotted-request.ts';
import { cardInVault, cardNumber, cvc } from '../engine/cards.ts';
import { arrive } from '../psp/arrive.ts';
import type { Effect } from '../psp/keyed.ts';
import type { Fate } from '../psp/operate.ts';
import { profileIn, type Setting, start_ms, take, type World } from '../world.ts';

const { token } = cardInVault.card;
const deployment = { merchant: 'shop', mode: 'test' } as const;
const dataKey = Buffer.alloc(32, 1);
const sealed = (field: 'number' | 'cvc', text: string, nonce: number): string =>
  seal(dataKey, Buffer.alloc(nonceLength, nonce), text, { ...deployment, token, field });
const number = sealed('number', cardNumber, 1);
const code = sealed('cvc', cvc, 2);
const codeEnds = start_ms / 1000 + 15 * 60;
const cardEnds = start_ms / 1000 + 24 * 3600;

/** The card was collected for the first session. */
const storeOf = async ({ store, vault: { has_code } }: World): Promise<MemoryCardStore> => {
  const cards = memoryCardStore();
  const [session = ''] = store.sessions.keys();
  await cards.add({ token, session, wrapped: '', number }, { token, cvc: code, ends: codeEnds }, cardEnds);
  if (!has_code) await cards.release(token);
  return cards;
};

/** What came of a request to the vault: `answer` is what its function returned. */
export type Forwarding = { readonly world: World; readonly answer: object; readonly broken?: string };

/** The real vault gets a request, and its PSP does what it is fated to. */
export const forward = async (
  setting: Setting,
  world: World,
  request: ForwardRequest,
  fate: Fate,
): Promise<Forwarding> => {
  const { now } = world;
  let after: Omit<Forwarding, 'answer'> = { world };
  const ports: ForwardPorts = {
    deployment,
    cards: await storeOf(world),
    clock: { now: () => now },
    log: () => {},
    accounts: Object.fromEntries(setting.profiles.map(({ account: { id } }) => [id, vaultAccount(id)])),
    keys: { unwrap: async () => Uint8Array.from(dataKey) },
    authorize: () => Promise.reject(new Error('No account of these worlds leaves its key to the vault.')),
    http: async (sent): Promise<HttpResponse> => {
      const { psp, attempt, paymentMethod } = readRequest(sent);
      const call = { psp, kind: 'authorize', attempt, timeout_ms: sent.timeout_ms } as const;
      const effect = arrive(profileIn(setting, psp), booksOf(world, psp), call, fate);
      const broken = wrongSent(world, request, paymentMethod) ?? effect.broken;
      const reported = noteIssuer(take(world, psp, effect), request.attempt, effect);
      after = { world: reported, ...defined({ broken }) };
      return toAnswer(effect.answer as AuthorizationResult);
    },
  };
  const answer = await forwardCard(ports, request);
  return { ...after, answer };
};

/** The real vault forgets the security code. */
export const release = async (world: World): Promise<World> => {
  const cards = await storeOf(world);
  await manageCard({ cards, clock: { now: () => world.now }, log: () => {} }, { action: 'release', token });
  return { ...world, vault: { ...world.vault, has_code: cards.cvcs.has(token) } };
};

const booksOf = ({ books }: World, psp: string) => {
  const known = books[psp];
  if (!known) throw new Error(`${psp} has no books`);
  return known;
};

/** What is wrong with what leaves the vault. */
const wrongSent = (
  { now, vault }: World,
  { attempt, not_after }: ForwardRequest,
  sent: { readonly number: string; readonly cvc?: string },
): string | undefined => {
  if (sent.number !== cardNumber || (sent.cvc !== undefined && sent.cvc !== cvc))
    return `[0] ${attempt}: sent with another card`;
  if (now >= not_after) return `[0] ${attempt}: sent by the vault after not_after`;
  return sent.cvc !== undefined && vault.answered !== null && vault.answered !== attempt
    ? `[13] ${attempt}: a security code was sent after an issuer had answered ${vault.answered}`
    : undefined;
};

const noteIssuer = (world: World, attempt: string, { answer: { outcome } }: Effect): World =>
  issuerResponses[outcome as AuthorizationResult['outcome']] && world.vault.answered === null
    ? { ...world, vault: { ...world.vault, answered: attempt } }
    : world;
