import { expect } from '@jest/globals';
import type { PspKind } from '../simulation/psp/draw-profile.ts';
import { authorized, type OneCharge } from './authorized.ts';

/** A charge of 25.99 whose capture or cancel was asked for, and of which nobody has told anything until a person has to decide. */
export const reviewed = async (
  psp: PspKind,
  kind: 'capture' | 'cancel',
  amount?: number,
): Promise<OneCharge> => {
  const one = await authorized(psp);
  one.scene.operate(kind, one.id, amount);
  await one.scene.pass(120_000);
  await one.scene.recover(24 * 60 + 5);
  expect(one.charge()[kind]?.needs_review).toBe(true);
  return one;
};

/** What a person decides about it is taken. */
export const decided = async (
  { scene, id }: Pick<OneCharge, 'scene' | 'id'>,
  decision: Parameters<OneCharge['scene']['decide']>[1],
): Promise<void> => {
  const asked = scene.decide(id, decision);
  await scene.pass(1_000);
  expect(asked.given()?.status).toBe(200);
};
