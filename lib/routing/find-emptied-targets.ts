import type { PublishedRule } from '../types/routing.ts';

/** A rule's own targets, or those of one of its overrides. `candidate`: of the version that is being rolled out. */
export type EmptiedTargets = {
  readonly rule: string;
  readonly override: number | null;
  readonly candidate: boolean;
};

/** Where `psp` is the last target that takes payments. `takes`: whether another account takes payments. */
export const findEmptiedTargets = (
  rules: readonly PublishedRule[],
  psp: string,
  takes: (psp: string) => boolean,
): readonly EmptiedTargets[] =>
  rules.flatMap((rule) => [
    ...emptiedIn(rule, psp, takes, false),
    ...(rule.candidate ? emptiedIn(rule.candidate.rule, psp, takes, true) : []),
  ]);

const emptiedIn = (
  { name, targets, overrides }: Pick<PublishedRule, 'name' | 'targets' | 'overrides'>,
  psp: string,
  takes: (psp: string) => boolean,
  candidate: boolean,
): readonly EmptiedTargets[] =>
  [targets, ...overrides.map((override) => override.targets)].flatMap((list, index) =>
    list.some((target) => target.psp === psp) &&
    list.every((target) => target.psp === psp || !takes(target.psp))
      ? [{ rule: name, override: index === 0 ? null : index - 1, candidate }]
      : [],
  );
