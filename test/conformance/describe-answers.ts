import { describe, expect, test } from '@jest/globals';
import type { PspSubject, Scene } from './psp-subject.ts';
import {
  call,
  captureMethodFor,
  cardNumber,
  cardRequest,
  cvc,
  moneyOf,
  operationNames,
  paidAttempt,
  paymentRequest,
  returnUrl,
  sampleAttempt,
  sampleOperation,
  scripted,
  tokenRequest,
} from './samples.ts';

/** What a PSP that behaves is understood to say. */
export const describeAnswers = (subject: PspSubject): void => {
  const { capabilities } = subject.adapter;
  const expected = (scene: Scene['scene']) => subject.outcomes_of_scenes?.[scene] ?? { outcome: scene };
  const authorize = async (scene: Scene, manual = false) => {
    const attempt = sampleAttempt({ capture_method: manual ? 'manual' : 'automatic' });
    const { psp, exchanges } = scripted(subject, subject.play(scene, attempt, moneyOf(attempt)));
    return { answer: await psp.authorize(attempt, paymentRequest(subject), call), exchanges };
  };

  describe('answers', () => {
    if (capabilities.card)
      test('a card charged at once', async () => {
        const { answer } = await authorize({ scene: 'captured' });
        expect(answer).toMatchObject({ ...expected('captured'), psp_reference: expect.any(String) });
      });

    if (!capabilities.card)
      test('a card, which this PSP does not take, is refused and sent nowhere', async () => {
        const attempt = sampleAttempt();
        const { psp, exchanges } = scripted(
          subject,
          subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
        );
        expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'not_supported' });
        expect(exchanges).toHaveLength(0);
      });

    test('a token charged at once', async () => {
      const attempt = sampleAttempt();
      const { psp } = scripted(subject, subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)));
      const answer = await psp.authorize(attempt, tokenRequest(subject), call);
      expect(answer).toMatchObject({ ...expected('captured'), psp_reference: expect.any(String) });
    });

    if (capabilities.capture.manual)
      test('a card held for a manual capture', async () => {
        const { answer } = await authorize({ scene: 'approved' }, true);
        expect(answer).toMatchObject({ ...expected('approved'), psp_reference: expect.any(String) });
      });

    test('a payment the PSP is still working on is unknown', async () => {
      const { answer } = await authorize({ scene: 'pending' });
      expect(answer).toMatchObject(
        subject.outcomes_of_scenes?.pending ?? { outcome: 'unknown', doubt: 'pending' },
      );
    });

    if (capabilities.three_d_secure)
      test('3-D Secure: the customer is sent away, and back to us', async () => {
        const { answer, exchanges } = await authorize({ scene: 'requires_action' });
        expect(answer).toMatchObject({
          ...expected('requires_action'),
          redirect_url: expect.stringMatching(/^https?:/),
        });
        const sent = exchanges.map(({ request }) => request.body ?? '').join('\n');
        expect([returnUrl, encodeURIComponent(returnUrl)].some((url) => sent.includes(url))).toBe(true);
      });

    if (capabilities.three_d_secure)
      test.each(['captured', 'declined'] as const)('after 3-D Secure: %s', async (scene) => {
        const attempt = { ...(await paidAttempt(subject, 'automatic')) };
        const played: Scene =
          scene === 'declined' ? { scene, code: subject.codes.generic_decline } : { scene };
        const { psp } = scripted(subject, subject.play(played, attempt, moneyOf(attempt)));
        const answer = await psp.completeAuthentication(attempt, subject.return_params, call);
        expect(answer).toMatchObject(
          scene === 'declined' ? { outcome: 'do_not_honor' } : expected('captured'),
        );
      });

    const lookedUp = capabilities.three_d_secure
      ? (['captured', 'declined', 'requires_action'] as const)
      : (['captured', 'declined'] as const);
    if (capabilities.look_up !== null)
      test.each(lookedUp)('a look-up finds: %s', async (scene) => {
        const attempt = sampleAttempt();
        const played: Scene =
          scene === 'declined' ? { scene, code: subject.codes.generic_decline } : { scene };
        const { psp } = scripted(subject, subject.play(played, attempt, moneyOf(attempt)));
        expect(await psp.lookUp?.(attempt, call)).toMatchObject(
          scene === 'declined' ? { outcome: 'do_not_honor' } : expected(scene),
        );
      });

    if (capabilities.cancel_by_reference !== null)
      test('a cancel by reference ends a payment the customer has not authenticated', async () => {
        const attempt = sampleAttempt();
        const { psp } = scripted(
          subject,
          subject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt)),
        );
        const outcome = capabilities.cancel_by_reference?.result === 'synchronous' ? 'canceled' : 'fencing';
        expect(await psp.cancelByReference?.(attempt, call)).toMatchObject({ outcome });
      });

    test.each(operationNames(subject).map((name) => [name, subject.operations[name]] as const))(
      '%s: %s',
      async (name, outcome) => {
        const attempt = await paidAttempt(subject, captureMethodFor(name));
        const operation = sampleOperation(name);
        const echo = { amount: operation.amount, currency: attempt.currency };
        const { psp } = scripted(subject, subject.playOperation(name, attempt, operation, echo));
        expect(await psp[name](attempt, operation, call)).toMatchObject({ outcome });
      },
    );

    test('no answer holds card data', async () => {
      for (const scene of ['captured', 'pending', 'requires_action'] as const) {
        const reported = JSON.stringify((await authorize({ scene })).answer);
        expect(reported).not.toContain(cardNumber);
        expect(reported).not.toMatch(new RegExp(`\\b${cvc}\\b`));
      }
    });
  });
};
