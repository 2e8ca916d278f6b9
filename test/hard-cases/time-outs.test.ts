import { describe, expect, test } from '@jest/globals';
import { pspNames as every, type Profile, type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';

const open = async (options: SceneOptions): Promise<{ readonly scene: Scene; readonly session: string }> => {
  const scene = createScene(options);
  const { id } = await scene.create();
  return { scene, session: id };
};

const stripeFirst = { psps: [profileOf('stripe'), profileOf('adyen')] };
const checkoutFirst = { psps: [profileOf('checkout_com'), profileOf('stripe')] };

describe('a time-out', () => {
  test('before the effect: the same call again, under the same key, at the same PSP', async () => {
    const { scene, session } = await open(stripeFirst);
    scene.plan('request_lost');
    const confirmed = scene.confirm(session);
    await scene.pass(20_000);
    expect(confirmed.given()?.status).toBe(200);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expect(scene.calls('authorize').map((call) => call.split(' ')[0])).toEqual(['stripe', 'stripe']);
    expect(scene.chargesOf(session)).toHaveLength(1);
    expectSound(scene);
  });

  test('after the effect: the repeat is told what happened, nothing is taken twice', async () => {
    const { scene, session } = await open(stripeFirst);
    scene.plan('answer_lost');
    scene.confirm(session);
    await scene.pass(20_000);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expect([...(scene.servers.get('stripe')?.ledger.payments.values() ?? [])].flat()).toHaveLength(1);
    expectSound(scene);
  });

  test('after the effect, and a repeat that is refused because of the account: no other PSP is tried', async () => {
    const { scene, session } = await open({
      ...stripeFirst,
      failover: { on: ['processor_error', 'not_supported'] },
    });
    scene.holdWebhooks();
    scene.plan('answer_lost');
    const refused = { outcome: 'not_supported', code: 'raw_cards_off' };
    scene.script('stripe', 'authorize', undefined, refused, refused);
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    expect(confirmed.given()?.body).toContain('"payment_status":"processing"');
    await scene.recover(10);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expect(scene.chargesOf(session).map(({ psp }) => psp)).toEqual(['stripe']);
    expectSound(scene);
  });

  test('that stays unknown is answered processing, never failed, and no other PSP is tried', async () => {
    const { scene, session } = await open(checkoutFirst);
    scene.plan('answer_lost');
    scene.plan('request_lost', { after: 1, times: 5 });
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    expect(confirmed.given()).toMatchObject({ status: 200 });
    expect(confirmed.given()?.body).toContain('"payment_status":"processing"');
    expect(scene.calls('authorize')).toHaveLength(1);
    expect(scene.chargesOf(session).map(({ psp }) => psp)).toEqual(['checkout_com']);
  });

  test('outside the idempotency window is not repeated: only a look-up asks', async () => {
    const short = profileOf('stripe');
    const { account } = short;
    const capabilities = {
      ...account.capabilities,
      idempotency: { kind: 'all_answers', window_ms: 30_000 },
    } as const;
    const { scene, session } = await open({ psps: [{ ...short, account: { ...account, capabilities } }] });
    scene.plan('answer_lost');
    scene.confirm(session);
    await scene.pass(29_000);
    expect(scene.calls('authorize')).toHaveLength(1);
    expect(scene.calls('look_up').length).toBeGreaterThan(0);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('with HTML and status 200: the effect is found by look-up', async () => {
    const { scene, session } = await open(checkoutFirst);
    scene.plan('unreadable_answer');
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(10);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expect(scene.calls('authorize')).toHaveLength(1);
    expectSound(scene);
  });
});

describe('a look-up that finds nothing', () => {
  test('is no proof before its lag has passed: what it finds later counts', async () => {
    const { scene, session } = await open(checkoutFirst);
    scene.holdWebhooks();
    scene.plan('answer_lost');
    scene.script('checkout_com', 'lookUp', ...Array.from({ length: 4 }, () => ({ outcome: 'absent' })));
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(4);
    expect(scene.session(session)?.payment_status).toBe('processing');
    await scene.recover(30);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('is proof once nothing that was sent can arrive any more: the customer may try again', async () => {
    const { scene, session } = await open(checkoutFirst);
    scene.plan('request_lost');
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(40);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed', outcome: 'absent' }]);
    expect(scene.session(session)?.payment_status).toBe('unpaid');
    expectSound(scene);
  });
});

describe('success after we gave up', () => {
  const late = async (fault?: 'answer_lost'): Promise<Scene> => {
    const { scene, session } = await open({ psps: [profileOf('checkout_com')] });
    scene.plan('request_lost');
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(35);
    const [charge] = scene.chargesOf(session);
    expect(charge?.status).toBe('failed');
    if (charge) scene.arrive(charge);
    // The look-up that confirms the event passes; what is lost is the answer to the refund.
    if (fault) scene.plan(fault, { after: 1 });
    await scene.recover(16);
    return scene;
  };

  test('is refunded at once, and reported', async () => {
    const scene = await late();
    expect(scene.reported('late_effect')).toBe(1);
    expect(scene.reported('late_effect_reversed')).toBe(1);
    expectSound(scene);
  });

  test('and the answer to its return is lost too: it is asked for, and returned once', async () => {
    const scene = await late('answer_lost');
    await scene.recover(180);
    const operations = [...(scene.servers.get('checkout_com')?.ledger.operations.values() ?? [])];
    expect(operations).toMatchObject([{ kind: 'refund', status: 'succeeded', executions: 1 }]);
    expectSound(scene);
  });
});

describe('money that came too late and cannot go back at once', () => {
  /** Given up, then captured at the PSP after all. */
  const arrived = async () => {
    const { scene, session } = await open({ psps: [profileOf('checkout_com')] });
    scene.plan('request_lost');
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(35);
    const [charge] = scene.chargesOf(session);
    if (!charge) throw new Error('nothing was sent');
    scene.holdWebhooks();
    scene.arrive(charge);
    await scene.pass(60_000);
    return { scene, session, id: charge.id };
  };
  const report = async (scene: Scene): Promise<void> => {
    for (const { psp, event } of scene.sent.splice(0)) await scene.deliver(psp, event);
  };

  test.each([
    ['won', 2_599],
    ['lost', 1_599],
  ] as const)(
    'while 10.00 of it is disputed nothing is sent; once that is %s, what is left goes back',
    async (ends, left) => {
      const { scene, id } = await arrived();
      const end = scene.dispute('checkout_com', id, 1_000);
      scene.sent.sort(({ event: { claim } }) => (claim.about === 'dispute' ? -1 : 1));
      await report(scene);
      await scene.recover(30);
      expect(scene.calls('refund')).toEqual([]);
      end(ends);
      await report(scene);
      await scene.recover(3);
      await scene.pass(120_000);
      await report(scene);
      expect(scene.payment('checkout_com', id).refunded).toBe(left);
      expect(scene.store.charges.get(id)?.reversal).toMatchObject({ status: 'done', amount: left });
      expectSound(scene);
    },
  );

  test('disputed for longer than the schedule lasts it needs review, and goes back once the dispute is over', async () => {
    const { scene, id } = await arrived();
    const end = scene.dispute('checkout_com', id, 1_000);
    scene.sent.sort(({ event: { claim } }) => (claim.about === 'dispute' ? -1 : 1));
    await report(scene);
    for (const hours of [2, 6, 24]) {
      await scene.recover(3);
      await scene.pass(hours * 3_600_000);
    }
    await scene.recover(3);
    expect(scene.store.charges.get(id)?.reversal).toMatchObject({ status: 'open', needs_review: true });
    end('lost');
    await report(scene);
    await scene.recover(3);
    await scene.pass(120_000);
    await report(scene);
    expect(scene.store.charges.get(id)?.reversal).toMatchObject({ status: 'done', amount: 1_599 });
    expectSound(scene);
  });

  test('decided to have failed, it is tried again at once, on a schedule of its own', async () => {
    const { scene, id } = await arrived();
    scene.script(
      'checkout_com',
      'refund',
      ...Array.from({ length: 20 }, () => ({ outcome: 'unknown', doubt: 'timeout' })),
    );
    await report(scene);
    for (const hours of [2, 6, 24]) {
      await scene.recover(3);
      await scene.pass(hours * 3_600_000);
    }
    await scene.recover(3);
    const reversal = scene.store.charges.get(id)?.reversal;
    expect(reversal).toMatchObject({ needs_review: true });
    scene.script('checkout_com', 'refund');
    scene.decide(id, { operation: reversal?.id ?? '', outcome: 'failed' });
    await scene.pass(1_000);
    await scene.recover(20);
    await scene.pass(120_000);
    await report(scene);
    expect(scene.store.charges.get(id)?.reversal?.status).toBe('done');
    expectSound(scene);
  });
});

describe('another amount', () => {
  test.each(['amount_mismatch', 'partial_approval'] as const)(
    '%s is never paid: a person is called',
    async (fault) => {
      const { scene, session } = await open(stripeFirst);
      scene.plan(fault);
      const confirmed = scene.confirm(session);
      await scene.pass(29_000);
      expect(confirmed.given()?.body).toContain('"payment_status":"processing"');
      for (const hours of [2, 6, 24]) {
        await scene.recover(3);
        await scene.pass(hours * 3_600_000);
      }
      await scene.recover(3);
      expect(scene.chargesOf(session)[0]?.status).toBe('needs_review');
      expect(scene.reported('needs_review')).toBe(1);
      expect(scene.calls('authorize')).toHaveLength(1);
    },
  );

  describe('held', () => {
    const held = async (psp: PspKind, plan?: (scene: Scene) => void) => {
      const scene = createScene({ psps: [profileOf(psp)] });
      const { id: session } = await scene.create({ manual: true });
      scene.holdWebhooks();
      scene.plan('amount_mismatch');
      plan?.(scene);
      scene.confirm(session);
      await scene.pass(29_000);
      return { scene, psp, session, id: scene.chargesOf(session)[0]?.id ?? '' };
    };
    const expectNotEnded = async ({ scene, session }: Awaited<ReturnType<typeof held>>) => {
      await scene.pass(90_000);
      const asked = scene.expire(session);
      await scene.pass(10_000);
      expect(asked.given()?.body).toContain('payment_in_progress');
    };
    const expectReview = async ({ scene, psp, session, id }: Awaited<ReturnType<typeof held>>) => {
      await scene.recover(24 * 60 + 5);
      expect(scene.payment(psp, id).status).toBe('authorized');
      expect(scene.chargesOf(session)[0]?.status).toBe('needs_review');
      expect(scene.calls('cancelByReference')).toEqual([]);
    };

    test.each(every)('at %s is released neither by who ends the session nor by recovery', async (psp) => {
      const one = await held(psp);
      await expectNotEnded(one);
      await expectReview(one);
    });

    test('and seen only by the repeat of a call is released by neither', async () => {
      const one = await held('stripe', (scene) => scene.plan('answer_lost'));
      await expectNotEnded(one);
      await expectReview(one);
    });

    test.each(['stripe', 'checkout_com', 'paypal', 'square'] as const)(
      'at %s and seen once by recovery is not released when nothing can be seen',
      async (psp) => {
        const one = await held(psp, (scene) => scene.plan('answer_lost', { times: 3 }));
        await one.scene.recover(4);
        one.scene.script(psp, 'lookUp', ...Array(9).fill({ outcome: 'unknown', doubt: 'timeout' }));
        await expectReview(one);
      },
    );

    test('after 3-D Secure is not released though the session is over', async () => {
      const one = await held('stripe', (scene) => scene.plan('authentication'));
      one.scene.servers.get('stripe')?.answerBank(one.id, true);
      await one.scene.pass(3_600_000);
      await expectReview(one);
    });
  });
});

describe('absence', () => {
  const nothing = { outcome: 'absent' } as const;
  const open_still = { outcome: 'unknown', doubt: 'pending' } as const;
  const capable = (psp: PspKind, more: object): Profile => {
    const profile = profileOf(psp);
    const { account } = profile;
    return {
      ...profile,
      account: {
        ...account,
        capabilities: { ...account.capabilities, look_up: { lag_ms: 60_000 }, ...more },
      },
    };
  };

  test('after a cancel by reference that leaves no mark is no proof before its time', async () => {
    const { scene, session } = await open({ psps: [capable('stripe', {})] });
    scene.script('stripe', 'authorize', open_still, open_still, open_still);
    scene.script('stripe', 'lookUp', ...Array(9).fill(nothing));
    scene.script('stripe', 'cancelByReference', ...Array(9).fill(open_still));
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(10);
    expect(scene.session(session)?.payment_status).toBe('processing');
    await scene.recover(25);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed', outcome: 'absent' }]);
  });

  test('counts from when the customer came back, not from when the attempt began', async () => {
    const { scene, session } = await open({
      psps: [capable('paypal', { completes_authentication: true })],
    });
    scene.script('paypal', 'authorize', {
      outcome: 'requires_action',
      psp_reference: 'order_1',
      redirect_url: 'https://psp.example/3ds',
    });
    scene.confirm(session);
    await scene.pass(20 * 60_000);
    scene.script('paypal', 'completeAuthentication', open_still, open_still);
    scene.script('paypal', 'lookUp', ...Array(9).fill(nothing));
    scene.complete(session, scene.chargesOf(session)[0]?.id ?? '', 'approved');
    await scene.pass(29_000);
    await scene.recover(10);
    expect(scene.session(session)?.payment_status).toBe('processing');
    await scene.recover(40);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed', outcome: 'absent' }]);
  });
});
