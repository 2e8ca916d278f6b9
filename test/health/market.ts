import { logOdds, rateAt } from '../../lib/routing/health/log-odds.ts';
import type { Random } from '../simulation/random.ts';
import { normal } from './draws.ts';

/** Who approves `to` of what it is asked, from one second (not included) up to another. */
export type Fall = {
  readonly psps: readonly number[];
  readonly to: number;
  readonly from_s: number;
  readonly until_s: number;
};

const usual = 0.9;
/** Each PSP's rate wanders around the usual one by itself: its standard deviation in log-odds, and how long it remembers. */
const wander = { deviation: 0.05, memory_s: 3600 };

/** The true approval rates of some PSPs, second by second in steps. Nobody in the service sees them. */
export const createMarket = (random: Random, psps: number, fall: Fall | undefined) => {
  const drifts = Array.from({ length: psps }, () => wander.deviation * normal(random));
  return (now_s: number, step_s: number): readonly number[] =>
    drifts.map((drift, psp) => {
      const kept = Math.exp(-step_s / wander.memory_s);
      const next = drift * kept + wander.deviation * Math.sqrt(1 - kept * kept) * normal(random);
      drifts[psp] = next;
      const down = fall?.psps.includes(psp) && now_s > fall.from_s && now_s <= fall.until_s;
      return fall && down ? fall.to : rateAt(logOdds(usual) + next);
    });
};
