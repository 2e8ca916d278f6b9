import { receiveOperationEvent } from '../../../lib/payments/webhooks/receive-operation-event.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { LookUpResult, OperationResult, Psp, PspEvent } from '../../../lib/types/psp.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { portsIn, type World } from './ports.ts';
import { amount, ours, theirs } from './record-parts.ts';
import { type Kind, type Right, type Step, type Stepped, worlds } from './step.ts';

export const eventId = 'evt_1';

/** How an event names what it is about: our id, the PSP's of ours or of another one, both, or nothing. */
type Name = Pick<PspEvent, 'operation' | 'operation_reference'>;
const names: Readonly<Record<string, Name>> = {
  'our id': { operation: 'cp_1' },
  'our id and its own': { operation: 'cp_1', operation_reference: ours },
  'its own of ours': { operation_reference: ours },
  'another one': { operation_reference: theirs },
  nothing: {},
};

type Reported = {
  readonly event: PspEvent;
  readonly about: 'capture' | 'cancel';
  readonly answer: OperationResult;
};

const reportOf = (
  about: 'capture' | 'cancel',
  named: Name,
  answer: OperationResult,
  of: number,
): Reported => ({
  about,
  answer,
  event: { id: eventId, ...named, money: { amount: of, currency: 'eur' }, claim: { about, result: answer } },
});

/** Receives the event as the engine does, on a store of its own, at a PSP whose look-up shows this. */
const receive = async (
  before: Charge,
  { event, about, answer }: Reported,
  world: World,
  shown: LookUpResult | undefined,
): Promise<Stepped> => {
  const { events, ...others } = before;
  if (shown && events?.includes(event.id)) return { charge: before };
  // At a PSP without look-up, another event may report the same.
  const charge = shown ? before : others;
  const charges = new Map([[charge.id, charge]]);
  const store = createMemoryPaymentStore({}, { charges, sessions: new Map(), orders: new Map() });
  const psp: Partial<Psp> = shown ? { lookUp: async () => shown } : {};
  const ports = portsIn(world, { store, psp });
  const connected = ports.psps.connect(charge.psp) as unknown as Psp;
  let wrong: string | undefined;
  let again: true | undefined;
  try {
    const records = { charge, session: undefined };
    await receiveOperationEvent({ ports, psp: connected, records, event }, about, answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'internal') wrong = error.message;
    if (error.code === 'event_not_verified') again = true;
  }
  const impossible = ports.said.find((said) => said.event === 'impossible');
  const after = store.charges.get(charge.id);
  return {
    charge: after && after.rev !== charge.rev ? after : before,
    ...defined({ again, wrong: wrong ?? (impossible && `impossible: ${impossible.what}`) }),
  };
};

const isNamed = ({ capture }: Charge, { operation, operation_reference: id }: Name): boolean =>
  operation !== undefined || (id !== undefined && id === capture?.psp_reference);

/** Whether it can mean no other capture than ours. An id that nobody has reported yet may be ours if ours has none. */
const meansOurs = (charge: Charge, name: Name): boolean => {
  const { captures = {}, captures_told = {}, capture_method, capture } = charge;
  if (isNamed(charge, name)) return true;
  if (name.operation_reference !== undefined && capture?.psp_reference !== undefined) return false;
  const others = [...Object.keys(captures), ...Object.keys(captures_told)].filter((id) => id !== ours);
  return others.length === 0 && capture_method === 'manual';
};

const totalOf = (shown: LookUpResult): number => (shown.outcome === 'captured' ? shown.amount_captured : 0);

/** The look-up is the proof: less than ours asked for is captured, so ours is not. */
const isShownUndone = ({ capture }: Charge, shown: LookUpResult | undefined): boolean =>
  shown !== undefined && totalOf(shown) < (capture?.amount ?? 0);

const failureRights = (charge: Charge, name: Name, shown: LookUpResult | undefined): readonly Right[] => {
  const named = meansOurs(charge, name);
  return [
    ...(shown && totalOf(shown) >= charge.amount_captured ? [] : (['lower'] as const)),
    ...releasedIn(shown),
    ...(named ? (['fail_capture', 'undo_capture'] as const) : []),
    ...(isShownUndone(charge, shown) ? (['undo_capture'] as const) : []),
  ];
};

const showing = (shown: LookUpResult | undefined): string => {
  if (!shown) return '';
  return `, and a look shows ${shown.outcome}${'amount_captured' in shown ? ` ${shown.amount_captured}` : ''}`;
};

type Seen = { readonly world: World; readonly shown?: LookUpResult };

const eventStep = (
  name: string,
  said: Reported,
  { world, shown }: Seen,
  more: Pick<Step, 'rights' | 'takes' | 'about' | 'ends'>,
): Step => ({
  name: `event: ${name}${showing(shown)}`,
  kind: 'fact',
  ...more,
  run: (current) => receive(current, said, world, shown),
});

const found = { psp_reference: 'pi_1' } as const;
const shows: readonly LookUpResult[] = [
  { outcome: 'approved', ...found },
  { outcome: 'captured', ...found, amount_captured: 1 },
  { outcome: 'captured', ...found, amount_captured: 2 },
  { outcome: 'canceled', hold: 'voided', ...found },
];

const seen: Readonly<Record<Kind, readonly Seen[]>> = {
  look_up: shows.map((shown) => ({ world: worlds.lookUpLate, shown })),
  events: [{ world: worlds.eventsLate }],
};

const takenIn = (shown: LookUpResult | undefined, of: number): Pick<Step, 'takes'> => {
  if (!shown) return { takes: { more: of } };
  return shown.outcome === 'captured' ? { takes: { total: shown.amount_captured } } : {};
};

const releasedIn = (shown: LookUpResult | undefined): readonly Right[] =>
  shown?.outcome === 'canceled' ? ['release', 'lower', 'fail_capture'] : [];

/** Told long after everything was sent: a whole capture that was not accepted can take nothing any more. Ours releases all of the hold. */
const endsWhole = ({ capture, amount: authorized }: Charge, { operation }: Name): readonly Right[] => [
  ...(operation === undefined ? [] : (['lower'] as const)),
  ...(capture?.status === 'open' && (operation !== undefined || capture.amount === authorized)
    ? (['fail_capture'] as const)
    : []),
];

const exists = (operation: object | undefined, { operation: id }: Name): boolean =>
  id === undefined || operation !== undefined;

const captureAbout: Readonly<Record<string, string>> = {
  'our id and its own': 'cp_1',
  'another one': theirs,
};

/** Whether what is captured is the sum of what was reported, and ours named once it is done: events alone lead to no other record. */
const addsUp = (charge: Charge): boolean => {
  const { amount_captured, amount: authorized, capture, captures = {}, capture_method } = charge;
  const others = Object.values(captures).reduce((sum, one) => sum + one, 0);
  const own = capture?.status === 'done' ? capture.amount : 0;
  const by_itself = capture_method === 'automatic' && capture === undefined && others === 0;
  const named = Object.keys(charge.captures_told ?? {}).every(
    (id) => own > 0 && id === capture?.psp_reference,
  );
  return named && (amount_captured === others + own || (by_itself && amount_captured === authorized));
};

/** Where the event is the fact, it names its capture, and ours took what was asked for. */
const aboutOf = (charge: Charge, { shown }: Seen, name: string, of?: number): Pick<Step, 'about'> => {
  const about = captureAbout[name];
  const is_asked = about === theirs || of === undefined || of === charge.capture?.amount;
  return shown || about === undefined || !is_asked || !addsUp(charge) ? {} : { about };
};

const captureSteps = (charge: Charge, one: Seen): readonly Step[] =>
  Object.entries(names)
    .filter(([, named]) => exists(charge.capture, named))
    .flatMap(([name, named]) => [
      ...[1, amount].map((of) =>
        eventStep(
          `a capture of ${of} is done, named by ${name}`,
          reportOf('capture', named, { outcome: 'succeeded', amount: of }, of),
          one,
          { ...takenIn(one.shown, of), rights: releasedIn(one.shown), ...aboutOf(charge, one, name, of) },
        ),
      ),
      eventStep(
        `a capture has failed, named by ${name}`,
        reportOf('capture', named, { outcome: 'failed', reason: 'processor_error' }, 1),
        one,
        {
          ...(one.shown ? takenIn(one.shown, 0) : {}),
          rights: failureRights(charge, named, one.shown),
          ...aboutOf(charge, one, name),
        },
      ),
    ]);

/** The PSP itself repeats a capture of ours that has failed. */
const repeatSteps = (charge: Charge, one: Seen): readonly Step[] => {
  if (one.shown) return [];
  const first = reportOf('capture', { operation_reference: ours }, { outcome: 'succeeded', amount: 1 }, 1);
  const repeated = { ...first, event: { ...first.event, again: true } } as const;
  const about = addsUp(charge) ? { about: 'again' } : {};
  return [eventStep('a capture of 1 is repeated', repeated, one, { takes: { more: 1 }, ...about })];
};

const cancelNames: Readonly<Record<string, Name>> = { 'our id': { operation: 'cn_1' }, nothing: {} };

const cancelAbout = (charge: Charge, { shown }: Seen): Pick<Step, 'about' | 'ends'> =>
  shown || !addsUp(charge) ? {} : { about: 'cn_1', ends: true };

const cancelSteps = (charge: Charge, one: Seen): readonly Step[] =>
  Object.entries(cancelNames)
    .filter(([, named]) => exists(charge.cancel, named))
    .flatMap(([name, named]) => [
      eventStep(
        `a cancel is done, named by ${name}`,
        reportOf('cancel', named, { outcome: 'succeeded' }, amount),
        one,
        {
          ...(one.shown ? takenIn(one.shown, 0) : {}),
          rights: ['release', ...releasedIn(one.shown), ...endsWhole(charge, named)],
          ...cancelAbout(charge, one),
        },
      ),
      eventStep(
        `a cancel has failed, named by ${name}`,
        reportOf('cancel', named, { outcome: 'failed', reason: 'processor_error' }, amount),
        one,
        {
          ...(one.shown ? takenIn(one.shown, 0) : {}),
          rights: ['fail_cancel', ...releasedIn(one.shown)],
          ...cancelAbout(charge, one),
        },
      ),
    ]);

/** Every event about a capture or a cancel, with everything that a look-up may show. */
export const eventSteps = (charge: Charge, psp: Kind): readonly Step[] =>
  seen[psp].flatMap((one) => [
    ...captureSteps(charge, one),
    ...repeatSteps(charge, one),
    ...cancelSteps(charge, one),
  ]);
