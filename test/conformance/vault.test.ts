import { describe, expect, test } from '@jest/globals';
import type { CardTokenMethod } from '../../lib/types/given-method.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { attemptInSlots, slotMark } from '../../lib/vault-protocol/slots.ts';
import { throughVault } from '../../lib/vault-protocol/through-vault.ts';
import { scriptedVault } from '../unit/vault-protocol/scripted-vault.ts';
import type { PspSubject } from './psp-subject.ts';
import {
  call,
  cardNumber,
  cardRequest,
  cvc,
  moneyOf,
  sampleAccount,
  sampleAttempt,
  scripted,
} from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';
import { subjects } from './subjects.ts';

const clock = { now: () => 1_000 };
/** The end of the call, before its time-out would be over. */
const until = 2_000;
const token = 'vt_00000000000000000000000000';

/** The card of `cardRequest`, in a vault. */
const inVault = (changes: Partial<CardTokenMethod['card']> = {}): AuthorizeRequest<CardTokenMethod> => {
  const { payment_method, ...request } = cardRequest();
  if (payment_method.type !== 'card') throw new Error('a card is what is kept in a vault');
  const { number: _, cvc: __, ...card } = payment_method.card;
  const known = { token, bin: cardNumber.slice(0, 6), last4: cardNumber.slice(-4) };
  return {
    ...request,
    payment_method: { ...payment_method, type: 'card_token', card: { ...card, ...known, ...changes } },
  };
};

const takers: readonly PspSubject[] = Object.values(subjects).filter(
  ({ adapter }) => adapter.capabilities.card,
);

test('all but Square take raw cards', () => {
  expect(takers.map(({ name }) => name).sort()).toEqual(['adyen', 'checkout_com', 'paypal', 'stripe']);
});

describe.each(takers.map((subject) => [subject.name, subject] as const))(
  'a card from the vault at %s',
  (_, subject) => {
    const attempt = sampleAttempt();
    const script = subject.play({ scene: 'captured' }, attempt, moneyOf(attempt));
    const { base_url } = subject.account;

    const paid = async (changes: Partial<CardTokenMethod['card']> = {}) => {
      const { http, exchanges } = scriptedTransport(script);
      const account = sampleAccount(subject);
      const vault = scriptedVault({ number: cardNumber, cvc }, { [account.id]: base_url }, http);
      const direct: string[] = [];
      const psp = throughVault(
        {
          vault,
          account,
          clock,
          http: (request) => {
            direct.push(request.body ?? '');
            return http(request);
          },
        },
        (way) => subject.adapter.connect(account, way),
      );
      const answer = await psp.authorize(attempt, inVault(changes), { ...call, until });
      return { answer, vault, direct, sent: exchanges.map(({ request }) => request) };
    };

    test('goes out by exactly one call with slots, which names account and path and is not sent late', async () => {
      const { answer, vault, direct } = await paid();
      expect(answer.outcome).toBe('captured');
      expect(vault.forwarded).toHaveLength(1);
      const [forwarded] = vault.forwarded;
      expect(forwarded).toMatchObject({
        token,
        session: attempt.session,
        attempt: attempt.reference,
        account: sampleAccount(subject).id,
        path: expect.stringMatching(/^\/[^/]/),
        not_after: until,
      });
      expect(attemptInSlots(forwarded?.body ?? '')).toBe(attempt.reference);
      for (const body of direct) expect(body).not.toContain(slotMark);
    });

    test('reaches the PSP as the same bytes that the number itself would have made', async () => {
      const { psp, exchanges } = scripted(subject, script);
      await psp.authorize(attempt, cardRequest(), call);
      // What the vault sends ends with its own call.
      const bare = ({ until: _, ...request }: HttpRequest) => request;
      expect((await paid()).sent.map(bare)).toEqual(exchanges.map(({ request }) => bare(request)));
    });

    test('makes the same bytes when repeated', async () => {
      expect((await paid()).sent).toEqual((await paid()).sent);
    });

    test('whose code is released goes out without one', async () => {
      const [whole, without] = [await paid(), await paid({ cvc_released: true })];
      expect(without.vault.forwarded).toHaveLength(1);
      expect(without.vault.forwarded[0]?.body).not.toContain('.cvc__');
      expect(without.sent.map(({ body }) => body ?? '').join()).not.toMatch(/cvc|cvv|security_code/);
      expect(whole.sent.map(({ body }) => body ?? '').join()).toMatch(/cvc|cvv|security_code/);
    });

    test.each(['vault_unavailable', 'vault_refused'] as const)(
      'that ends with %s was not sent',
      async (cause) => {
        const { http, exchanges } = scriptedTransport(script);
        const account = sampleAccount(subject);
        const vault = scriptedVault({ number: cardNumber, cvc }, {}, http, () => ({
          kind: 'not_sent',
          cause,
        }));
        const psp = throughVault({ vault, account, clock, http }, (way) =>
          subject.adapter.connect(account, way),
        );
        expect(await psp.authorize(attempt, inVault(), call)).toMatchObject({
          outcome: 'not_sent',
          code: cause,
        });
        expect(exchanges.filter(({ request }) => subject.hasEffect(request))).toEqual([]);
      },
    );

    test('without a vault is not sent either', async () => {
      const { http } = scriptedTransport(script);
      const account = sampleAccount(subject);
      const psp = throughVault({ vault: undefined, account, clock, http }, (way) =>
        subject.adapter.connect(account, way),
      );
      expect(await psp.authorize(attempt, inVault(), call)).toMatchObject({
        outcome: 'not_sent',
        code: 'vault_unavailable',
      });
    });
  },
);
