import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';
import { createTransport } from '../../../lib/runtime/transport.ts';
import type { Card } from '../../../lib/types/card.ts';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { type Secret, secret } from '../../../lib/types/secret.ts';
import type { HttpTransport } from '../../../lib/types/transport.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';
import { simulators } from '../../../local/psp/simulators.ts';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { cardRequest, sampleDetails } from '../../conformance/samples.ts';
import { type Recorded, type RecordingPsp, recordingPsp } from './recording-psp.ts';
import { card, type VaultScene, vaultScene } from './vault-scene.ts';

let psps: PspSimulators;
const recorders = new Map<string, RecordingPsp>();
let scene: VaultScene;
beforeAll(async () => {
  psps = await startPspSimulators();
  for (const { id } of simulators) recorders.set(id, await recordingPsp(psps.urls[id] ?? ''));
  scene = await vaultScene(
    Object.fromEntries(
      simulators.map(({ id, credentials: { settings, ...own } }) => [
        id,
        { base_url: recorders.get(id)?.url ?? '', settings, secret: own },
      ]),
    ),
  );
});
afterAll(async () => {
  await scene?.close();
  for (const recorder of recorders.values()) await recorder.close();
  await psps?.close();
});

const takesCards = Object.entries(registry)
  .filter(([, { capabilities }]) => capabilities.card)
  .map(([psp]) => psp)
  .toSorted();

test('every PSP but Square takes raw cards', () => {
  expect(takesCards).toEqual(['adyen', 'checkout_com', 'paypal', 'stripe']);
});

/** Real numbers, or slots, for the same payment. */
const withCard = (number: Secret, cvc: Secret): AuthorizeRequest => {
  const { payment_method, ...rest } = cardRequest();
  if (payment_method.type !== 'card') throw new Error('no card');
  const whole: Card = { ...payment_method.card, number, cvc, name: 'Ünal "&" Søn + 100 %' };
  return { ...rest, payment_method: { ...payment_method, card: whole } };
};

/** Everything an attempt sends. An access token is another one each time it is fetched. */
const sentBy = async (psp: string, attempt: Attempt, request: AuthorizeRequest, http: HttpTransport) => {
  const definition = simulators.find(({ id }) => id === psp);
  const recorder = recorders.get(psp);
  const adapter = Object.entries(registry).find(([id]) => id === psp)?.[1];
  if (!definition || !recorder || !adapter) throw new Error(`no ${psp}`);
  const { settings, api_key, webhook_secrets } = definition.credentials;
  const account = {
    id: psp,
    psp,
    base_url: recorder.url,
    livemode: false,
    settings,
    credentials: async () => ({ api_key, webhook_secrets }),
  };
  recorder.recorded.length = 0;
  const answer = await adapter.connect(account, http).authorize(attempt, request, { timeout_ms: 9_000 });
  return {
    answer,
    sent: recorder.recorded
      .filter(({ url }) => !url.endsWith('/oauth2/token'))
      .map(
        ({ headers, ...rest }): Recorded => ({
          ...rest,
          headers: headers.map((text) => text.replace(/^Bearer A21AA\w+$/, 'Bearer (of PayPal)')),
        }),
      )
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
  };
};

test.each(takesCards)('%s gets through the vault what it gets directly, byte for byte', async (psp) => {
  const session = scene.newSession();
  const token = await scene.collected(session);
  const attempt: Attempt = {
    reference: scene.newAttempt(),
    session,
    amount: 2_599,
    currency: 'eur',
    capture_method: 'automatic',
    started: Date.now(),
    details: sampleDetails,
  };
  const slots = slotsOf(attempt.reference);
  const base_url = recorders.get(psp)?.url ?? '';
  const vaulted = await sentBy(
    psp,
    attempt,
    withCard(slots.number, slots.cvc),
    scene.through(psp, base_url, { token, session }),
  );
  expect(vaulted.answer).toMatchObject({ outcome: 'captured' });
  const plain = withCard(secret(card.number), secret(card.cvc));
  const direct = await sentBy(psp, attempt, plain, createTransport());
  expect(direct.sent.filter(({ body }) => body.includes(card.number))).toHaveLength(1);
  expect(vaulted.sent).toEqual(direct.sent);
});
