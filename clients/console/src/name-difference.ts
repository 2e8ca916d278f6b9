import type { Difference } from './differences.ts';
import { pspName } from './psp-name.ts';
import { words } from './words/words.ts';

/** A difference as a person reads it. */
export type NamedDifference = { readonly name: string; readonly before: string; readonly after: string };

/** `Share of Stripe: 60 → 40` of `targets[0].weight`. `rule`: as it is afterwards. A place that has no name here is shown as it is. */
export const nameDifference = ({ path, before, after }: Difference, rule: unknown): NamedDifference => {
  const parts = path.match(/[^.[\]]+/g) ?? [];
  const key = parts.findLast((part) => !isIndex(part)) ?? '';
  return { name: placeName(parts, rule) ?? path, before: text(key, before), after: text(key, after) };
};

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
  const { editor, differences } = words.value;
  const [first, index, last] = parts;
  if (first === 'targets' && index !== undefined) {
    const psp = partOf(partOf(partOf(within, 'targets'), index), 'psp');
    const isShare = last === 'weight' && typeof psp === 'string';
    return isShare ? differences.share(pspName(psp)) : differences.psp(Number(index) + 1);
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
      ...differences.conditions,
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
    ['card_brand', brand],
  ]);
  return new Map(Object.entries(names.get(key) ?? {})).get(value);
};
