import { describe, expect, test } from '@jest/globals';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene } from './scene.ts';

type One = { readonly scene: Scene; readonly session: string };

const at = async (...psps: readonly PspKind[]): Promise<One> => {
  const scene = createScene({ psps: psps.map((psp) => profileOf(psp)) });
  const { id } = await scene.create();
  return { scene, session: id };
};

const paying = async (one: One): Promise<void> => {
  one.scene.confirm(one.session);
  await one.scene.pass(29_000);
};

const chargeOf = ({ scene, session }: One) => scene.chargesOf(session)[0];

/** The steps of the session's first charge: what, its code, by whom, and how often if more than once. How an answer is lost is left to chance. */
const stepsOf = (one: One): readonly string[] =>
  (chargeOf(one)?.steps ?? []).map(({ what, code = '-', by = '-', count }) =>
    [what, code.replace(/timeout|connection_lost/, 'lost'), by, count ?? ''].join(' ').trim(),
  );

const away = async (psp: PspKind): Promise<One & { readonly charge: string }> => {
  const one = await at(psp);
  one.scene.plan('authentication');
  await paying(one);
  return { ...one, charge: chargeOf(one)?.id ?? '' };
};

/** The customer has paid at the bank, and the function of their return dies once it has claimed the attempt. */
const killedOnReturn = async (): Promise<One> => {
  const { charge, ...one } = await away('stripe');
  one.scene.holdWebhooks();
  one.scene.servers.get('stripe')?.answerBank(charge, true);
  for (let after = 0; after < 8 && chargeOf(one)?.completing === undefined; after++) {
    one.scene.plan('killed', { after });
    one.scene.complete(one.session, charge, 'approved');
    await one.scene.pass(1_000);
  }
  one.scene.planned.clear();
  expect(chargeOf(one)).toMatchObject({ outcome: 'unknown', completing: expect.any(Number) });
  return one;
};

describe('an attempt that was simply answered keeps no steps', () => {
  test.each(['captured', 'declined', 'not_sent', 'rate_limited'] as const)('%s', async (fault) => {
    const one = await at('stripe');
    if (fault !== 'captured') one.scene.plan(fault, { times: 9 });
    await paying(one);
    await one.scene.recover(10);
    expect(chargeOf(one)).not.toHaveProperty('steps');
  });

  test.each(['stripe', 'adyen', 'paypal'] as const)('after 3-D Secure at %s', async (psp) => {
    const { charge, ...one } = await away(psp);
    one.scene.servers.get(psp)?.answerBank(charge, true);
    one.scene.complete(one.session, charge, 'approved');
    await one.scene.pass(29_000);
    await one.scene.recover(10);
    expect(one.scene.session(one.session)?.payment_status).toBe('paid');
    expect(chargeOf(one)).not.toHaveProperty('steps');
  });

  test.each(['stripe', 'adyen'] as const)('nor if its customer never comes back to %s', async (psp) => {
    const one = await away(psp);
    await one.scene.recover(26 * 60);
    expect(one.scene.session(one.session)?.payment_status).toBe('unpaid');
    expect(chargeOf(one)).not.toHaveProperty('steps');
  });
});

describe('an answer that was lost', () => {
  test('and learned from the repeat', async () => {
    const one = await at('stripe');
    one.scene.plan('answer_lost');
    await paying(one);
    expect(stepsOf(one)).toEqual(['sent - confirm', 'no_answer lost confirm', 'resent captured confirm']);
    const [sent, lost, again] = chargeOf(one)?.steps ?? [];
    expect(sent?.at_ms).toBe(chargeOf(one)?.started);
    expect((again?.at_ms ?? 0) - (lost?.at_ms ?? 0)).toBe(300);
    expectSound(one.scene);
  });

  test('and learned from a look, where no key covers a repeat', async () => {
    const stripe = profileOf('stripe');
    const { account } = stripe;
    const idempotency = { kind: 'all_answers', window_ms: 30_000 } as const;
    const capabilities = { ...account.capabilities, idempotency };
    const scene = createScene({ psps: [{ ...stripe, account: { ...account, capabilities } }] });
    const one = { scene, session: (await scene.create()).id };
    scene.plan('answer_lost');
    await paying(one);
    expect(stepsOf(one)).toEqual(['sent - confirm', 'no_answer lost confirm', 'asked captured confirm']);
  });

  test('and known to nobody until recovery asked', async () => {
    const one = await at('stripe');
    one.scene.holdWebhooks();
    one.scene.plan('answer_lost', { times: 3 });
    await paying(one);
    expect(stepsOf(one)).toEqual([
      'sent - confirm',
      'no_answer lost confirm',
      'resent lost confirm',
      'resent lost confirm',
    ]);
    await one.scene.recover(10);
    expect(stepsOf(one).slice(4)).toEqual(['asked captured recovery']);
    expectSound(one.scene);
  });

  test('and learned from an event first', async () => {
    const one = await at('stripe');
    one.scene.holdWebhooks();
    one.scene.plan('answer_lost', { times: 3 });
    await paying(one);
    for (const { event } of [...one.scene.sent]) await one.scene.deliver('stripe', event);
    expect(stepsOf(one).slice(4)).toEqual(['reported captured webhook']);
    await one.scene.recover(10);
    expect(stepsOf(one)).toHaveLength(5);
    expectSound(one.scene);
  });

  test('of a completion after 3-D Secure', async () => {
    const { charge, ...one } = await away('adyen');
    const shown = () => one.scene.session(one.session)?.attempts[0]?.outcome;
    one.scene.holdWebhooks();
    one.scene.plan('answer_lost');
    one.scene.complete(one.session, charge, 'approved');
    await one.scene.pass(30);
    expect(chargeOf(one)?.completing).toBeDefined();
    expect(shown()).toBeNull();
    await one.scene.pass(29_000);
    expect(shown()).toBe('unknown');
    expect(stepsOf(one)).toEqual([
      'sent requires_action confirm',
      'returned - -',
      'no_answer lost confirm',
      'resent invalid_request confirm',
    ]);
    for (const { event } of [...one.scene.sent]) await one.scene.deliver('adyen', event);
    expect(stepsOf(one).at(-1)).toBe('reported captured webhook');
    expectSound(one.scene);
  });

  test('of a payment that was never taken: cancelled, and absent in the end', async () => {
    const one = await at('square');
    one.scene.plan('request_lost', { times: 3 });
    await paying(one);
    await one.scene.recover(26 * 60);
    expect(one.scene.session(one.session)?.payment_status).toBe('unpaid');
    const steps = stepsOf(one);
    expect(steps.slice(0, 2)).toEqual(['sent - confirm', 'no_answer lost confirm']);
    expect(steps.filter((step) => step.startsWith('canceled'))).toEqual(['canceled - recovery']);
    expect(steps).toContain('asked absent recovery');
    expectSound(one.scene);
  });
});

describe('a function killed', () => {
  test('before it could record the answer', async () => {
    const one = await at('stripe');
    one.scene.holdWebhooks();
    one.scene.plan('killed', { after: 5 });
    await paying(one);
    one.scene.planned.clear();
    await one.scene.recover(10);
    expect(one.scene.session(one.session)?.payment_status).toBe('paid');
    expect(stepsOf(one)).toEqual([
      'sent - confirm',
      'no_answer interrupted recovery',
      'asked captured recovery',
    ]);
    expectSound(one.scene);
  });

  test('while it completed a payment after 3-D Secure', async () => {
    const one = await killedOnReturn();
    await one.scene.recover(10);
    expect(stepsOf(one)).toEqual([
      'sent requires_action confirm',
      'returned - -',
      'no_answer interrupted recovery',
      'asked captured recovery',
    ]);
    expectSound(one.scene);
  });
});

describe('what did not happen is no step', () => {
  test('one death is one step, however often recovery looks in vain', async () => {
    const one = await at('adyen');
    one.scene.holdWebhooks();
    one.scene.plan('killed', { after: 5 });
    await paying(one);
    one.scene.planned.clear();
    await one.scene.recover(60);
    expect(stepsOf(one).filter((step) => step.startsWith('no_answer'))).toHaveLength(1);
  });

  test('a death is found though somebody has asked meanwhile', async () => {
    const one = await killedOnReturn();
    one.scene.script('stripe', 'lookUp', { outcome: 'unknown', doubt: 'timeout' });
    one.scene.refresh(chargeOf(one)?.id ?? '');
    await one.scene.pass(29_000);
    await one.scene.recover(10);
    expect(stepsOf(one)).toEqual([
      'sent requires_action confirm',
      'returned - -',
      'asked - refresh',
      'no_answer interrupted recovery',
      'asked captured recovery',
    ]);
  });

  test('nobody is asked about a payment that its PSP can no longer find', async () => {
    const one = await at('paypal');
    one.scene.plan('request_lost', { times: 3 });
    await paying(one);
    await one.scene.recover(60);
    expect(one.scene.session(one.session)?.payment_status).toBe('unpaid');
    const before = [stepsOf(one), one.scene.calls('look_up').length];
    for (let day = 0; day < 8; day++) {
      await one.scene.pass(86_400_000);
      await one.scene.recover(3);
    }
    expect([stepsOf(one), one.scene.calls('look_up').length]).toEqual(before);
  });

  test('what a cancellation has shown is no answer to a question', async () => {
    const one = await at('stripe');
    one.scene.holdWebhooks();
    one.scene.plan('request_lost', { times: 3 });
    const silent = Array.from({ length: 40 }, () => ({ outcome: 'unknown', doubt: 'timeout' }));
    one.scene.script('stripe', 'lookUp', ...silent);
    one.scene.script('stripe', 'cancelByReference', silent[0]);
    await paying(one);
    await one.scene.recover(10);
    expect(stepsOf(one).filter((step) => step.startsWith('asked') && step !== 'asked - recovery')).toEqual(
      [],
    );
    expect(stepsOf(one).at(-1)).toBe('canceled canceled recovery');
  });
});

describe('what people do', () => {
  test('a refresh is a step even if it shows nothing new', async () => {
    const one = await at('stripe');
    await paying(one);
    one.scene.refresh(chargeOf(one)?.id ?? '');
    await one.scene.pass(20_000);
    expect(stepsOf(one)).toEqual(['sent - confirm', 'asked - refresh']);
  });

  test('a decision about the attempt is one, and what contradicts it another', async () => {
    const one = await at('checkout_com');
    one.scene.holdWebhooks();
    one.scene.plan('answer_lost');
    one.scene.script(
      'checkout_com',
      'lookUp',
      ...Array.from({ length: 40 }, () => ({ outcome: 'unknown', doubt: 'timeout' })),
    );
    await paying(one);
    await one.scene.recover(26 * 60);
    expect(chargeOf(one)?.status).toBe('needs_review');
    one.scene.decide(chargeOf(one)?.id ?? '', { outcome: 'absent' });
    await one.scene.pass(1_000);
    expect(stepsOf(one).at(-1)).toBe('decided absent key_1');
    one.scene.script('checkout_com', 'lookUp');
    for (const { event } of [...one.scene.sent]) await one.scene.deliver('checkout_com', event);
    expect(stepsOf(one).at(-1)).toBe('reported captured webhook');
    expect(one.scene.reported('decision_contradicted')).toBeGreaterThan(0);
  });
});
