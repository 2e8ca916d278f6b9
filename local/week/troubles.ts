import type { Mishap } from '../psp/framework/exchange.ts';
import type { PspRequest } from '../psp/framework/simulated-psp.ts';
import type { Chance } from './chance.ts';
import type { Mishaps } from './reach-psps.ts';

/** A PSP that is down, except for a few calls. Unix milliseconds. */
export type Outage = { readonly psp: string; readonly from: number; readonly to: number };

/** What goes wrong, and until when: on purpose for single payments, by chance for all others. */
export type Troubles = {
  readonly mishaps: Mishaps;
  /** The next call that may take money goes wrong like this, and those after it for as long as `then` says so. */
  readonly nextPayment: (first: Mishap, then?: Mishap) => void;
  readonly paymentOver: () => void;
  /** Until then, no look-up and no event says anything of whatever bears one of these names. Unix milliseconds. */
  readonly silence: (names: readonly string[], until: number) => void;
  readonly isLost: (event: string) => boolean;
};

const moneyCalls: readonly string[] = ['authorize', 'capture'];

export const createTroubles = (now: () => number, chance: Chance, outages: readonly Outage[]): Troubles => {
  const silent: { readonly name: string; readonly until: number }[] = [];
  let planned: { readonly first: Mishap; readonly then: Mishap; begun: boolean } | undefined;
  const isSilent = (text: string): boolean =>
    silent.some(({ name, until }) => until > now() && text.includes(name));
  const isDown = (psp: string): boolean =>
    outages.some((outage) => outage.psp === psp && outage.from <= now() && now() < outage.to);
  return {
    mishaps: (psp, call, request) => {
      if (isSilent(textOf(request))) return 'lost';
      if (planned?.begun && planned.then) return planned.then;
      if (planned && !planned.begun && moneyCalls.includes(call)) {
        planned.begun = true;
        if (planned.first) return planned.first;
      }
      if (isDown(psp))
        return chance.draw([['down', 90] as const, ['answer_lost', 6] as const, [undefined, 4] as const]);
      return undefined;
    },
    nextPayment: (first, then) => {
      planned = { first, then, begun: false };
    },
    paymentOver: () => {
      planned = undefined;
    },
    silence: (names, until) => silent.push(...names.filter(Boolean).map((name) => ({ name, until }))),
    isLost: isSilent,
  };
};

const textOf = ({ path, query, headers, body }: PspRequest): string =>
  `${path} ${query} ${JSON.stringify(headers)} ${body}`;
