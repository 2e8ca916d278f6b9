import type { UnknownReason } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import type { Fate } from './keyed.ts';

export type Refusal = 'not_sent' | 'rate_limited' | 'psp_unavailable';

/** One request to a PSP, from the socket on. */
export type Exchange<Answer> = {
  readonly timeout_ms: number;
  /** What the books are about to be changed for: `authorize/<reference>`, `refund/<operation>`; undefined for a question. */
  readonly moves: string | undefined;
  readonly begin?: () => void;
  /** How long the PSP keeps the key of what moves money, in milliseconds; undefined where it keeps none. */
  readonly key_ms?: number | undefined;
  /** Nothing is answered: it is done, or never. */
  readonly hangs: boolean;
  /** What the PSP does with it when it arrives, and answers. */
  readonly arrive: (fate: Fate, began: boolean) => Answer;
  readonly unknown: (doubt: UnknownReason) => Answer;
  readonly refused?: (refusal: Refusal) => Answer;
};

/** Sends a request through a network that loses, delays and repeats nothing by itself. `deliver` gets exactly one answer, in time. */
export const exchange = <Answer>(
  world: World,
  request: Exchange<Answer>,
  deliver: (answer: Answer) => void,
): void => {
  const { time, random, faults } = world;
  const { timeout_ms, moves, refused, unknown } = request;
  const travel = random.between(5, 120);
  const arrive = (delay: number, fate: Fate, answer_delay: number | undefined, began = false): void => {
    if (moves) world.checker.inFlight(moves, 1);
    time.after(delay, () => {
      if (moves) world.checker.inFlight(moves, -1);
      const answer = request.arrive(fate, began);
      if (answer_delay !== undefined) time.after(answer_delay, () => deliver(answer));
    });
  };
  const lose = (): void => {
    const doubt: UnknownReason = random.chance(0.5) ? 'timeout' : 'connection_lost';
    time.after(doubt === 'timeout' ? timeout_ms : travel, () => deliver(unknown(doubt)));
  };
  if (request.hangs) {
    if (random.chance(0.5)) arrive(travel, 'normal', undefined);
    time.after(timeout_ms, () => deliver(unknown('timeout')));
    return;
  }
  if (refused)
    for (const refusal of ['not_sent', 'rate_limited', 'psp_unavailable'] as const)
      if (faults.hits(refusal)) {
        time.after(travel, () => deliver(refused(refusal)));
        return;
      }
  if (faults.hits('request_lost')) {
    lose();
    return;
  }
  if (faults.hits('answer_lost')) {
    arrive(travel, 'normal', undefined);
    lose();
    return;
  }
  if (faults.hits('late_effect')) {
    const began = request.begin !== undefined && random.chance(0.5);
    if (began) time.after(travel, () => request.begin?.());
    arrive(timeout_ms + random.between(0, 30_000), 'normal', undefined, began);
    lose();
    return;
  }
  if (moves?.startsWith('authorize') && faults.hits('broken_promise')) {
    // Nobody waits for it, so it is not counted as on its way.
    const delay = random.chance(0.1) ? world.horizon_ms : random.between(61, 2_700) * 1000;
    time.after(delay, () => void request.arrive('normal', false));
    lose();
    return;
  }
  if (moves?.startsWith('authorize') && request.key_ms !== undefined && faults.hits('key_ended')) {
    // It arrives when its repeats are forgotten.
    const delay = request.key_ms + random.between(60, 86_400) * 1000;
    time.after(delay, () => void request.arrive('normal', false));
    lose();
    return;
  }
  if (faults.hits('slow')) {
    const slow = random.between(500, 2 * timeout_ms);
    if (slow < timeout_ms) {
      arrive(travel, 'normal', Math.max(0, slow - travel));
      return;
    }
    arrive(travel, 'normal', undefined);
    time.after(timeout_ms, () => deliver(unknown('timeout')));
    return;
  }
  arrive(travel, drawFate(world), random.between(5, 120));
};

const drawFate = ({ faults }: World): Fate => {
  if (faults.hits('error_before_effect')) return 'error_before';
  if (faults.hits('error_after_effect')) return 'error_after';
  return faults.hits('unreadable_answer') ? 'unreadable' : 'normal';
};
