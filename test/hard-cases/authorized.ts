import type { Charge } from '../../lib/types/charge.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { createScene, type Scene } from './scene.ts';

/** One charge at one PSP, as it stands at any time, and what the tests ask of it most. */
export type OneCharge = {
  readonly scene: Scene;
  readonly psp: PspKind;
  readonly session: string;
  readonly id: string;
  readonly charge: () => Charge;
};

/** A charge of 25.99 that is held and not captured; webhooks have come so far and are kept back from now on. */
export const authorized = (psp: PspKind): Promise<OneCharge> => charged(psp, true);

/** The same, captured. */
export const captured = (psp: PspKind): Promise<OneCharge> => charged(psp, false);

const charged = async (psp: PspKind, manual: boolean): Promise<OneCharge> => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create({ manual });
  scene.confirm(session);
  await scene.pass(90_000);
  scene.holdWebhooks();
  return onlyCharge(scene, psp, session);
};

/** The same, but the response of the call that made the payment was lost, and no webhook has come: the attempt is open. */
export const unanswered = async (psp: PspKind, manual: boolean): Promise<OneCharge> => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create({ manual });
  scene.holdWebhooks();
  scene.plan('answer_lost', { times: 9 });
  scene.confirm(session);
  await scene.pass(60_000);
  scene.planned.clear();
  return onlyCharge(scene, psp, session);
};

const onlyCharge = (scene: Scene, psp: PspKind, session: string): OneCharge => {
  const [first] = scene.chargesOf(session);
  if (!first) throw new Error('nothing was charged');
  const charge = (): Charge => scene.store.charges.get(first.id) ?? first;
  return { scene, psp, session, id: first.id, charge };
};

/** The last event that was sent about something. */
export const eventAbout = (scene: Scene, about: PspEvent['claim']['about']): PspEvent => {
  const event = scene.sent.map((sent) => sent.event).findLast(({ claim }) => claim.about === about);
  if (!event) throw new Error(`no event about ${about} was sent`);
  return event;
};

/** Every event that was kept back, in the order in which it was sent. */
export const deliverAll = async ({ scene, psp }: OneCharge): Promise<void> => {
  for (const { event } of [...scene.sent]) await scene.deliver(psp, event);
};

/** An event that names no operation of ours, and of the PSP's own only if `its_own`. */
export const unnamed = (
  { operation, operation_reference, ...event }: PspEvent,
  its_own: boolean,
): PspEvent => (its_own && operation_reference !== undefined ? { ...event, operation_reference } : event);
