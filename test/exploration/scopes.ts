import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { type Job, nameOf, type ScopeName } from './jobs.ts';
import type { Item } from './psp/call.ts';
import { reportAuthentication } from './psp/report.ts';
import { type Scope, type ScopePlan, scopeOf, sessionId } from './scope.ts';
import type { World } from './world.ts';

const onlyCharge = ({ store }: World): string => [...store.charges.keys()][0] ?? '';
const session = sessionId(0);
const confirm = { kind: 'confirm', session } as const;
const fromVault = { ...confirm, from_vault: true } as const;

const faults: ScopePlan['budget'] = {
  any: 1,
  crash: 1,
  lost: 1,
  late: 1,
  twice: 1,
  store: 1,
  decline: 1,
  refused: 1,
  behind: 1,
};

/** An issuer's own answer: from then on nobody may keep the card's security code. */
const issuersNo = 'do_not_honor';

/** What two operations at once leave room for: no refusal by the PSP, and no look-up within its lag. */
const fewer: ScopePlan['budget'] = { ...faults, decline: 0, behind: 0 };

/** What nobody finishes is withdrawn after the recovery runs of a day. */
const withdrawal =
  (kind: PspKind): NonNullable<ScopePlan['items']> =>
  (world) => [{ item: { type: 'offer_ends', psp: `${kind}_1`, reference: onlyCharge(world) }, held: 5 }];

/** The bank tells the PSP, which may wait for our call and tell us so; and what nobody finishes is withdrawn. */
const bank =
  (kind: PspKind): NonNullable<ScopePlan['items']> =>
  (world) => {
    const about = { psp: `${kind}_1`, reference: onlyCharge(world) };
    const withdrawn = withdrawal(kind)(world);
    const profile = profileOf(kind, about.psp);
    if (!profile.completes) return [{ item: { type: 'authentication', ...about }, held: 0 }, ...withdrawn];
    return profile.reports_authentication
      ? [{ item: reportAuthentication(profile, about.reference), held: 0 }, ...withdrawn]
      : withdrawn;
  };

/** Somebody does this in the PSP's dashboard. */
const elsewhere =
  (
    kind: PspKind,
    done: Pick<Extract<Item, { readonly type: 'elsewhere' }>, 'kind' | 'amount'>,
  ): NonNullable<ScopePlan['items']> =>
  (world) => [
    { item: { type: 'elsewhere', psp: `${kind}_1`, reference: onlyCharge(world), ...done }, held: 0 },
  ];

const plans: Readonly<Record<ScopeName, (kind: PspKind) => Omit<ScopePlan, 'name'>>> = {
  confirms: (kind) => ({
    psps: [kind, 'stripe'],
    sessions: [{}],
    works: () => [confirm, confirm],
    budget: faults,
  }),
  vault: (kind) => ({
    psps: [kind, 'stripe'],
    sessions: [{}],
    works: () => [fromVault],
    decline: issuersNo,
    budget: faults,
  }),
  again: (kind) => ({
    psps: [kind],
    sessions: [{}],
    works: () => [fromVault],
    later: () => [fromVault],
    decline: issuersNo,
    budget: faults,
  }),
  repeats: (kind) => ({
    psps: [kind],
    sessions: [{}],
    works: () => [
      { ...confirm, key: 'k1' },
      { ...confirm, key: 'k1' },
      { ...confirm, key: 'k1', body: 'another' },
    ],
    budget: { ...faults, late: 0, twice: 0 },
  }),
  ends: (kind) => ({
    psps: [kind],
    sessions: [{}],
    works: () => [confirm, { kind: 'expire', session }],
    // Four runs later nobody waits for it any more.
    missed: [1, 4],
    budget: faults,
  }),
  operations: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [
      { kind: 'capture', charge: onlyCharge(world), key: 'k1' },
      { kind: 'cancel', charge: onlyCharge(world) },
    ],
    budget: fewer,
  }),
  lapses: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [{ kind: 'capture', charge: onlyCharge(world), key: 'k1' }],
    items: (world) => [{ item: { type: 'lapse', psp: `${kind}_1`, reference: onlyCharge(world) }, held: 0 }],
    budget: { any: 1, crash: 1, lost: 1, elsewhere: 1 },
  }),
  beside: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [{ kind: 'capture', charge: onlyCharge(world), key: 'k1', amount: 700 }],
    items: elsewhere(kind, { kind: 'capture', amount: 300 }),
    budget: { any: 1, crash: 1, lost: 1, elsewhere: 1 },
  }),
  reported: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: () => [],
    items: (world) => [
      ...elsewhere(kind, { kind: 'capture', amount: 300 })(world),
      ...elsewhere(kind, { kind: 'cancel', amount: 0 })(world),
    ],
    budget: { ...faults, elsewhere: 2 },
  }),
  overtaken: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [{ kind: 'cancel', charge: onlyCharge(world) }],
    items: elsewhere(kind, { kind: 'capture', amount: 300 }),
    budget: { ...fewer, late: 0, twice: 0, elsewhere: 1 },
  }),
  returned: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: (world) => [{ kind: 'refund', charge: onlyCharge(world), id: 're_0r1x', amount: 300, key: 'k1' }],
    items: elsewhere(kind, { kind: 'refund', amount: 800 }),
    budget: { ...faults, elsewhere: 1 },
  }),
  captures: (kind) => ({
    psps: [kind],
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [
      { kind: 'capture', charge: onlyCharge(world), key: 'k1' },
      { kind: 'capture', charge: onlyCharge(world), key: 'k2' },
    ],
    budget: fewer,
  }),
  repeated: (kind) => ({
    psps: [kind],
    unused: 'bare',
    sessions: [{ manual: true }],
    before: [confirm],
    works: (world) => [
      { kind: 'capture', charge: onlyCharge(world), key: 'k1' },
      { kind: 'capture', charge: onlyCharge(world), key: 'k2' },
    ],
    later: (world) => [{ kind: 'capture', charge: onlyCharge(world), key: 'k1' }],
    budget: { decline: 1 },
  }),
  refunds: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: (world) => [
      { kind: 'refund', charge: onlyCharge(world), id: 're_0r1x', amount: 300, key: 'k1' },
      { kind: 'refund', charge: onlyCharge(world), id: 're_0r2x', amount: 800 },
    ],
    budget: fewer,
  }),
  returns: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: (world) => [
      { kind: 'complete', session, charge: onlyCharge(world) },
      { kind: 'complete', session, charge: onlyCharge(world) },
    ],
    items: bank(kind),
    customer: 'always',
    budget: { ...faults, refused: 2 },
  }),
  expire: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: (world) => [
      { kind: 'complete', session, charge: onlyCharge(world) },
      { kind: 'expire', session },
    ],
    items: bank(kind),
    customer: 'always',
    budget: faults,
  }),
  left: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: (world) => [confirm, { kind: 'complete', session, charge: onlyCharge(world) }],
    items: bank(kind),
    customer: 'before',
    budget: { ...faults, behind: 0 },
  }),
  tabs: (kind) => ({
    psps: [kind],
    sessions: [{}],
    before: [confirm],
    works: () => [
      { ...confirm, key: 'k1' },
      { ...confirm, key: 'k2' },
    ],
    later: () => [{ ...confirm, key: 'k1' }],
    items: withdrawal(kind),
    customer: 'before',
    budget: { ...fewer, late: 0, twice: 0 },
  }),
  order: (kind) => ({
    psps: [kind, 'stripe'],
    sessions: [{ order: 'o1' }, { order: 'o1' }],
    works: () => [confirm, { kind: 'confirm', session: sessionId(1) }],
    budget: faults,
  }),
};

export const namedScope = (job: Job): Scope => {
  const plan = plans[job.scope](job.kind);
  const more = job.size === 'deep' ? { budget: { ...plan.budget, any: 2 }, missed: [1, 3] } : {};
  return scopeOf({ name: nameOf(job), ...plan, ...more });
};
