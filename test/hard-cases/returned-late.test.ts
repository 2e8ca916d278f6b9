import { expect, test } from '@jest/globals';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene } from './scene.ts';

const places = (['stripe', 'checkout_com', 'paypal'] as const).flatMap((psp) =>
  [6, 180].map((away) => ({ psp, away })),
);

/** The next check of a customer who is away is hours off by then. */
test.each(places)(
  'a completion at $psp whose response was lost is checked from the return on, after $away minutes away',
  async ({ psp, away }) => {
    const scene = createScene({ psps: [profileOf(psp)] });
    const { id } = await scene.create({ expires_in: 86_400 });
    scene.plan('authentication');
    scene.confirm(id);
    await scene.pass(20_000);
    scene.holdWebhooks();
    await scene.recover(away);
    expect(scene.session(id)?.payment_status).toBe('requires_action');
    const charge = scene.chargesOf(id)[0]?.id ?? '';
    scene.servers.get(psp)?.answerBank(charge, true);
    scene.plan('answer_lost', { times: 9 });
    scene.complete(id, charge, 'approved');
    await scene.pass(29_000);
    scene.planned.clear();
    expect(scene.session(id)?.payment_status).toBe('processing');
    await scene.recover(31);
    expect(scene.session(id)?.payment_status).toBe('paid');
    expectSound(scene);
  },
);
