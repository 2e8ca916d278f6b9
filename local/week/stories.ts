import type { Charge } from '../../lib/types/charge.ts';
import type { Session } from '../../lib/types/session.ts';
import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import type { DashboardAct } from '../psp/framework/dashboard.ts';
import type { Mishap } from '../psp/framework/exchange.ts';
import type { RunningSimulator } from '../psp/framework/start-simulator.ts';
import type { Chance } from './chance.ts';
import type { Engine, Wanted } from './engine.ts';
import type { MovedTime } from './moved-time.ts';
import { support } from './people.ts';
import { askedCards, askedEverywhere, badCards, drawShopper, goodCards } from './shoppers.ts';
import type { Troubles } from './troubles.ts';
import type { NoteWriter } from './write-notes.ts';

export const minute_ms = 60_000;
export const hour_ms = 60 * minute_ms;
export const day_ms = 24 * hour_ms;

export type StoryParts = {
  readonly time: MovedTime;
  /** What one customer draws does not depend on the others. */
  readonly chanceOf: (customer: number) => Chance;
  readonly engine: Engine;
  readonly held: MemoryPaymentStore;
  readonly simulators: ReadonlyMap<string, RunningSimulator>;
  readonly troubles: Troubles;
  /** Nothing of a story happens after this. Unix milliseconds. */
  readonly end: number;
  /** A note about a charge that somebody writes now. */
  readonly note: NoteWriter;
};

/** How a payment goes, where that is not left to chance. */
export type Plot = {
  readonly wanted?: Partial<Wanted>;
  readonly card?: string | ((psp: string) => string);
  /** The customer comes back from the bank with this; `abandoned`: never. */
  readonly bank?: 'approved' | 'failed' | 'abandoned';
  /** What goes wrong with the call that takes the money, and with those after it in the same confirm. */
  readonly mishap?: readonly [first: Mishap, then?: Mishap];
  /** For so long after that, no look-up and no event says anything of it. */
  readonly silent_ms?: number;
  /** Once it is paid, or its confirm has ended otherwise. */
  readonly then?: (charge: Charge, session: Session) => void;
  /** Nothing else happens to it. */
  readonly alone?: true;
};

export type Stories = {
  /** A customer comes in now. `draws`: the number that decides what they draw. */
  readonly customer: (draws: number, plot?: Plot) => Promise<void>;
  /** Runs it in so long, if that is within the week. */
  readonly later: (ms: number, run: () => unknown) => void;
  readonly atPsp: (charge: Charge, act: DashboardAct['act'], amount?: number) => void;
  readonly charge: (id: string) => Charge;
};

const firstOrder = 48_213;

/** A customer at the checkout. */
type Visit = { readonly chance: Chance; readonly plot: Plot; readonly session: Session };

const atBank = [
  ['approved', 84],
  ['failed', 7],
  ['abandoned', 9],
] as const;

/** What customers do, and what becomes of what they bought. */
export const createStories = (parts: StoryParts): Stories => {
  const { time, engine, held, troubles, end } = parts;
  let customers = 0;

  const later = (ms: number, run: () => unknown): void => {
    if (time.now() + ms <= end) time.after(ms, run);
  };
  const charge = (id: string): Charge => {
    const found = held.charges.get(id);
    if (!found) throw new Error(`The week has no charge ${id}.`);
    return found;
  };
  const atPsp = ({ psp, psp_reference = '' }: Charge, act: DashboardAct['act'], amount?: number): void => {
    const problem = parts.simulators.get(psp)?.dashboard({ act, payment: psp_reference, amount });
    if (problem !== undefined) throw new Error(`${psp}: ${act} ${psp_reference}: ${problem}`);
  };

  const customer = async (draws: number, plot: Plot = {}): Promise<void> => {
    customers += 1;
    const chance = parts.chanceOf(draws);
    const wanted = {
      ...drawShopper(chance, firstOrder + 3 * customers, plot.wanted?.country),
      ...plot.wanted,
    };
    const visit = { chance, plot, session: await engine.open(chance.newId('cs'), wanted) };
    const leaves = plot.alone === undefined && chance.hits(0.035);
    if (!leaves) later(chance.between(20_000, 90_000), () => pay(visit, 1));
    later(visit.session.expires_at * 1000 - time.now() + minute_ms, () => engine.expireDue());
  };

  const pay = async (visit: Visit, tries: number): Promise<void> => {
    const { plot, chance } = visit;
    const [first, then] = plot.mishap ?? drawMishap(visit);
    troubles.nextPayment(first, then);
    const session = await engine.pay(visit.session.id, drawCard(visit));
    troubles.paymentOver();
    const { charge: id } = session;
    if (plot.silent_ms !== undefined && id !== null)
      troubles.silence([id, charge(id).psp_reference ?? ''], time.now() + plot.silent_ms);
    if (session.payment_status !== 'requires_action') return goOn({ ...visit, session }, tries);
    const bank = plot.bank ?? chance.draw(atBank);
    if (bank !== 'abandoned')
      later(chance.between(18_000, 75_000), async () =>
        goOn({ ...visit, session: await engine.comeBack(session.id, bank === 'approved') }, tries),
      );
  };

  const goOn = (visit: Visit, tries: number): void => {
    const { chance, plot, session } = visit;
    const isLeft = session.payment_status === 'unpaid' && !plot.alone;
    if (isLeft && tries < 3 && chance.hits(0.62)) {
      later(chance.between(25_000, 80_000), () => pay({ ...visit, plot: { alone: true } }, tries + 1));
      return;
    }
    const last = session.charge ?? session.attempts.at(-1)?.charge;
    if (last !== undefined) plot.then?.(charge(last), session);
    if (!plot.alone) goOnLater(visit);
  };

  /** What was reserved is sent, or was not to be had; and some send it back. */
  const goOnLater = ({ chance, session: { charge: id, payment_status } }: Visit): void => {
    if (id === null) return;
    if (payment_status === 'authorized')
      later(chance.between(5, 40) * hour_ms, () =>
        engine.operate(chance.hits(0.8) ? 'capture' : 'cancel', id, support),
      );
    if (payment_status === 'paid' && chance.hits(0.07))
      later(chance.between(4, 80) * hour_ms, () => sendBack(chance, id));
  };

  const sendBack = (chance: Chance, id: string): Promise<void> => {
    const { amount_refundable: left, currency } = charge(id);
    const unit = currency === 'jpy' ? 1 : 100;
    const part = Math.round((left * chance.between(20, 60)) / 100 / unit) * unit;
    return engine.refund({
      charge: id,
      id: chance.newId('re'),
      by: support,
      reason: chance.draw([
        ['requested_by_customer' as const, 8],
        ['duplicate' as const, 1],
      ]),
      ...(chance.hits(0.4) && part > 0 && { amount: part }),
    });
  };
  return { customer, later, atPsp, charge };
};

const drawCard = ({ chance, session, plot: { card, alone } }: Visit): string => {
  const psp = session.routing.plan[0] ?? '';
  if (card !== undefined) return typeof card === 'string' ? card : card(psp);
  const asks = ['US', 'JP'].includes(session.country ?? '') ? 2 : 16;
  const kind = alone
    ? 'good'
    : chance.draw<'asked' | 'bad' | 'good'>([
        ['asked', asks],
        ['bad', 10],
        ['good', 90 - asks],
      ]);
  if (kind === 'asked') return chance.pick(askedCards[psp] ?? [askedEverywhere]);
  return chance.draw(kind === 'bad' ? badCards : goodCards);
};

/** Now and then an answer does not come. */
const drawMishap = ({ chance, plot: { alone } }: Visit): readonly [Mishap] => [
  alone
    ? undefined
    : chance.draw<Mishap>([
        ['answer_lost', 14],
        ['lost', 5],
        [undefined, 981],
      ]),
];
