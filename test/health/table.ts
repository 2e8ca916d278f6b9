import { createRandom } from '../simulation/random.ts';
import type { TestCards } from './attack.ts';
import { unit } from './draws.ts';
import { type Books, run, type Scene } from './run.ts';
import { psps, shipped, type Watched, winnerTakesAll } from './ways.ts';

/** Three PSPs; after three hours, three more are counted, and for half an hour of them one PSP approves 50 % of what it is asked. */
export const weights = [50, 30, 20] as const;
const hour_s = 3600;
const counted_from_s = 3 * hour_s;
const until_s = 6 * hour_s;
const fall = { from_s: counted_from_s + hour_s / 2, until_s: counted_from_s + hour_s };

export type Row = {
  readonly tps: number;
  /** Index of the PSP that falls. */
  readonly psp: number;
};

export const rows: readonly Row[] = [1, 10, 100].flatMap((tps) => [0, 2].map((psp) => ({ tps, psp })));

export type Played = {
  /** Seconds from the fall until plans avoided the PSP, and from its end until they no longer did; infinite if never. */
  readonly in_force_s: number;
  readonly back_s: number;
  /** Shifts away from PSPs that had not fallen. */
  readonly false_shifts: number;
  readonly books: Books;
};

/** One run of a row with the shipped code. */
export const playRow = ({ tps, psp }: Row, seed: number): Played => {
  let [in_force_s, back_s] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const shifts = shiftCounter((name, now) => name === psps[psp] && now > fall.from_s);
  const books = run({
    ...sceneOf(tps, psp, seed),
    way: shipped,
    observe: (now, known) => {
      shifts.observe(now, known);
      const kept = factorOf(known, psps[psp] ?? '');
      if (now >= fall.from_s && now < fall.until_s && kept < 1)
        in_force_s = Math.min(in_force_s, now - fall.from_s);
      if (now >= fall.until_s && kept === 1) back_s = Math.min(back_s, now - fall.until_s);
    },
  });
  return { in_force_s, back_s, false_shifts: shifts.count(), books };
};

/** The same with a window of the last outcomes whose best PSP takes all. */
export const playWindow = ({ tps, psp }: Row, seed: number): Books =>
  run({ ...sceneOf(tps, psp, seed), way: winnerOf(seed) });

const winnerOf = (seed: number) => {
  const random = createRandom(seed + 1_000_000);
  return winnerTakesAll(() => unit(random));
};

const sceneOf = (tps: number, psp: number, seed: number) => ({
  seed,
  tps,
  weights,
  until_s,
  from_s: counted_from_s,
  fall: { psps: [psp], to: 0.5, ...fall },
});

/** Shifts in so many days in which nobody falls; the books say how far. */
export const playPeace = (tps: number, days: number, seed: number): number => {
  const shifts = shiftCounter(() => false);
  run({ seed, way: shipped, tps, weights, until_s: days * 24 * hour_s, from_s: 0, observe: shifts.observe });
  return shifts.count();
};

/** Shifts while all PSPs fall together. */
export const playTogether = (tps: number, seed: number): number => {
  const shifts = shiftCounter(() => false);
  run({
    ...sceneOf(tps, 0, seed),
    fall: { psps: [0, 1, 2], to: 0.5, ...fall },
    way: shipped,
    observe: shifts.observe,
  });
  return shifts.count();
};

/** Shifts while somebody tests cards. */
export const playAttack = (attack: TestCards | undefined, tps: number, seed: number): number => {
  const shifts = shiftCounter(() => false);
  const { fall: _, ...scene } = sceneOf(tps, 0, seed);
  const tested = attack?.(fall.from_s, weights);
  if (!tested) throw new Error('nobody tests cards');
  run({ ...scene, attack: tested, way: shipped, observe: shifts.observe });
  return shifts.count();
};

/** A row under a rule that allows less: what its plans moved, in percentage points. */
export const playBounded = ({ tps, psp }: Row, health: Scene<Watched>['health'], seed: number): Books =>
  run({ ...sceneOf(tps, psp, seed), ...(health ? { health } : {}), way: shipped });

/** How often an hour the window changes its favourite while nobody falls. */
export const playFavourites = (tps: number, hours: number, seed: number): number => {
  let [flips, last] = [0, ''];
  const observe: Scene<{ readonly best: string }>['observe'] = (_, { best }) => {
    if (last !== '' && best !== last) flips++;
    last = best;
  };
  run({ seed, way: winnerOf(seed), tps, weights, until_s: hours * hour_s, from_s: 0, observe });
  return flips / hours;
};

const factorOf = ({ verdict }: Watched, psp: string): number =>
  Math.min(
    1,
    ...verdict.strata.filter((stratum) => stratum.psp === psp).map(({ weight_factor }) => weight_factor),
  );

const shiftCounter = (isMeant: (psp: string, now_s: number) => boolean) => {
  const kept = new Map<string, number>();
  let count = 0;
  return {
    observe: (now: number, known: Watched): void => {
      for (const psp of psps) {
        const factor = factorOf(known, psp);
        if (factor < (kept.get(psp) ?? 1) && !isMeant(psp, now)) count++;
        kept.set(psp, factor);
      }
    },
    count: (): number => count,
  };
};
