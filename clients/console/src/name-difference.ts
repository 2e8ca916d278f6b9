import { type Difference, differences, isObject } from './differences.ts';
import { pspName } from './psp-name.ts';
import { words } from './words/words.ts';

/** A difference as a person reads it. */
export type NamedDifference = {
  readonly path: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

/**
 * `Weight of Stripe: 60 → 40` of `targets[0].weight`; where the PSP is another, `1st PSP: Adyen 60 → Stripe 40`. `rule`: as it is afterwards.
 * A place that has no name here is shown as it is.
 */
export const nameDifferences = (all: readonly Difference[], rule: unknown): readonly NamedDifference[] => {
  const isNew = all.some(({ path, before }) => path === 'targets' && before === null);
  return all
    .flatMap(inParts)
    .flatMap((one, _, every) => wholeTarget(one, every, rule))
    .flatMap((one) => {
      const named = nameDifference(isNew ? one : withDefault(one), rule);
      const isAbsent = one.before === null || one.after === null;
      return isAbsent && named.before === named.after ? [] : [named];
    });
};

/** Fields that come or go together, each for itself. A target and an override are named whole. */
const inParts = (one: Difference): readonly Difference[] => {
  const { path, before, after } = one;
  const areFields = [before, after].every((value) => value === null || isObject(value));
  return areFields && !path.endsWith(']') ? differences(before ?? {}, after ?? {}, path) : [one];
};

/** Targets are compared by position. Where the PSP is another than before, its weight is no change of one PSP's. */
const wholeTarget = (one: Difference, all: readonly Difference[], rule: unknown): readonly Difference[] => {
  const place = /^(?:.+\.)?targets\[\d+\]/.exec(one.path)?.[0];
  if (place === undefined || !all.some(({ path }) => path === `${place}.psp`)) return [one];
  if (one.path !== `${place}.psp`) return [];
  const after = partsOf(place).reduce(partOf, rule);
  const weight = all.find(({ path }) => path === `${place}.weight`)?.before ?? partOf(after, 'weight');
  return [{ path: place, before: { psp: one.before, weight }, after }];
};

/** A rule without `wallets` has `any`. */
const withDefault = (one: Difference): Difference =>
  one.path === 'wallets' ? { ...one, before: one.before ?? 'any', after: one.after ?? 'any' } : one;

const nameDifference = ({ path, before, after }: Difference, rule: unknown): NamedDifference => {
  const parts = partsOf(path);
  const key = parts.findLast((part) => !isIndex(part)) ?? '';
  return { path, name: placeName(parts, rule) ?? path, before: text(key, before), after: text(key, after) };
};

const partsOf = (path: string): readonly string[] => path.match(/[^.[\]]+/g) ?? [];

const isIndex = (part: string): boolean => /^\d+$/.test(part);

const placeName = (parts: readonly string[], within: unknown): string | undefined => {
  const [first, index, ...rest] = parts;
  if (first !== 'overrides' || index === undefined) return fieldName(parts, within);
  const override = words.value.differences.override(Number(index) + 1);
  if (rest.length === 0) return override;
  const field = fieldName(rest, partOf(partOf(within, 'overrides'), index));
  return field && `${override}: ${field}`;
};

const fieldName = (parts: readonly string[], within: unknown): string | undefined => {
  const { editor, differences: places } = words.value;
  const [first, index, last] = parts;
  if (first === 'targets' && index !== undefined) {
    const psp = partOf(partOf(partOf(within, 'targets'), index), 'psp');
    const isWeight = last === 'weight' && typeof psp === 'string';
    return isWeight ? places.weight(pspName(psp)) : places.psp(Number(index) + 1);
  }
  const names = new Map<string, string>(
    Object.entries({
      name: editor.name,
      targets: editor.weights,
      overrides: editor.overrides,
      'failover.on': editor.failover,
      'failover.max_attempts': editor.attempts,
      'failover.attempt_timeout_ms': editor.timeout,
      'health.mode': editor.health,
      'health.max_shift': editor.shift,
      'health.min_share': editor.least,
      wallets: editor.wallets,
      ...places.conditions,
    }),
  );
  return names.get(parts.filter((part) => !isIndex(part)).join('.'));
};

const partOf = (whole: unknown, name: string): unknown =>
  (whole as Readonly<Record<string, unknown>> | null | undefined)?.[name];

/** `key`: the field that has the value. */
const text = (key: string, value: unknown): string => {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map((one) => text(key, one)).join(', ') || '–';
  if (typeof value === 'object') return whole(value);
  return key === 'psp' ? pspName(String(value)) : (known(key, String(value)) ?? String(value));
};

/** A target, or an override with its conditions; anything else as it is. */
const whole = (value: object): string => {
  const { psp, weight, when, targets } = value as Readonly<Record<string, unknown>>;
  const fields = Object.keys(value).toSorted().join();
  if (fields === 'psp,weight') return `${pspName(String(psp))} ${weight}`;
  return fields === 'targets,when'
    ? `${conditions(when).join(', ')}: ${text('targets', targets)}`
    : JSON.stringify(value);
};

/** `Currency USD`, `Amount ≥ 100` */
const conditions = (when: unknown, before: readonly string[] = ['when']): readonly string[] =>
  Object.entries(when ?? {}).flatMap(([name, value]) => {
    const parts = [...before, name];
    return name === 'amount'
      ? conditions(value, parts)
      : [`${fieldName(parts, undefined) ?? name} ${text(name, value)}`];
  });

const known = (key: string, value: string): string | undefined => {
  const { decline, editor, brand } = words.value;
  if (key === 'currency') return value.toUpperCase();
  const names = new Map<string, object>([
    ['on', decline],
    ['mode', editor.modes],
    ['wallets', editor.walletPlans],
    ['card_brand', brand],
  ]);
  return new Map(Object.entries(names.get(key) ?? {})).get(value);
};
