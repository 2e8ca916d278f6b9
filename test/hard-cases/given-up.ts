import { expect } from '@jest/globals';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import type { OneCharge } from './authorized.ts';
import { decided } from './reviewed.ts';
import { createScene } from './scene.ts';

/** An attempt of 25.99 that never came to its PSP and has failed: the PSP showed nothing or, if it cannot be asked, a person said so. */
export const givenUp = async (
  psp: PspKind,
  { manual = false }: { readonly manual?: boolean } = {},
): Promise<OneCharge> => {
  const profile = profileOf(psp);
  const scene = createScene({ psps: [profile] });
  const { id: session } = await scene.create({ manual });
  scene.plan('request_lost', { times: 3 });
  scene.confirm(session);
  await scene.pass(29_000);
  await scene.recover(profile.account.capabilities.look_up ? 60 : 24 * 60 + 5);
  const [first] = scene.chargesOf(session);
  if (!first) throw new Error('nothing was charged');
  const charge = () => scene.store.charges.get(first.id) ?? first;
  if (charge().status === 'needs_review') await decided({ scene, id: first.id }, { outcome: 'absent' });
  expect(charge().status).toBe('failed');
  return { scene, psp, session, id: first.id, charge };
};
