import { brokenIn } from './checks/broken-in.ts';
import { wrongEnd } from './checks/wrong-end.ts';
import { reduce } from './reduction.ts';
import type { Scope } from './scope.ts';
import { hashOf } from './state-hash.ts';
import { choicesOf } from './steps/choices-of.ts';
import type { Choice, Step } from './steps/step.ts';
import type { World } from './world.ts';

export type ExploreOptions = {
  readonly reduced?: boolean;
  /** Unix milliseconds at which it gives up. */
  readonly until?: number;
  readonly most_states?: number;
  readonly deepest?: number;
  /** Goes on after a violation and collects them all. */
  readonly all?: boolean;
};

export type Violation = { readonly what: string; readonly path: readonly number[] };

export type Exploration = {
  readonly states: number;
  readonly steps: number;
  /** Runs to an end, or to a world that was seen before. */
  readonly executions: number;
  readonly depth: number;
  readonly ends: ReadonlySet<string>;
  readonly complete: boolean;
  /** How much of the tree of choices was walked, each branch of a world counted alike: 1 if it is complete. */
  readonly share: number;
  readonly violations: readonly Violation[];
  /** What the same processes did differently: runs of the engine between two ports, and different processes. */
  readonly engine: { readonly runs: number; readonly nodes: number };
};

type Frame = {
  readonly world: World;
  readonly choices: readonly (readonly [number, Choice])[];
  next: number;
};

/**
 * Every interleaving of a scope, depth first. A world that was seen before is not gone into again. `path`s count choices of the full exploration,
 * so that a schedule found under reduction is replayed without it.
 */
export const exploreScope = async (
  scope: Scope,
  { reduced = true, until, most_states, deepest, all = false }: ExploreOptions = {},
): Promise<Exploration> => {
  const { setting, world } = await scope.begin();
  const seen = new Map<string, number>();
  const ends = new Set<string>();
  const violations: Violation[] = [];
  const path: number[] = [];
  const stack: Frame[] = [];
  let [steps, executions, depth, cut] = [0, 0, 0, false];

  const enter = (before: World | undefined, { world, broken }: Step): void => {
    const hash = hashOf(world);
    const known = seen.get(hash);
    const what = broken ?? (before && brokenIn(before, world));
    if (what !== undefined) violations.push({ what, path: [...path] });
    if (what !== undefined || (known !== undefined && (deepest === undefined || known <= path.length))) {
      executions += 1;
      path.pop();
      return;
    }
    seen.set(hash, path.length);
    const choices = choicesOf(setting, world);
    const numbered = choices.map((choice, index) => [index, choice] as const);
    const followed = reduced ? new Set(reduce(world, choices)) : undefined;
    depth = Math.max(depth, path.length);
    if (choices.length === 0) end(world, hash);
    const short = deepest !== undefined && path.length >= deepest;
    if (short) cut = true;
    stack.push({
      world,
      choices: short ? [] : numbered.filter(([, choice]) => !followed || followed.has(choice)),
      next: 0,
    });
  };

  const end = (world: World, hash: string): void => {
    executions += 1;
    ends.add(hash);
    const what = wrongEnd(setting, world);
    if (what !== undefined) violations.push({ what, path: [...path] });
  };

  enter(undefined, { world });
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (!all && violations.length > 0) break;
    const choice = frame.choices[frame.next++];
    if (!choice) {
      stack.pop();
      path.pop();
      continue;
    }
    if (
      steps % 256 === 0 &&
      ((until !== undefined && Date.now() > until) || seen.size > (most_states ?? Infinity))
    ) {
      cut = true;
      break;
    }
    steps += 1;
    path.push(choice[0]);
    enter(frame.world, await choice[1].next());
  }
  return {
    states: seen.size,
    steps,
    executions,
    depth,
    ends,
    complete: !cut && stack.length === 0,
    share: walked(stack),
    violations,
    engine: setting.tree.counts,
  };
};

const walked = (stack: readonly Frame[]): number => {
  let [share, weight] = [stack.length === 0 ? 1 : 0, 1];
  for (const { choices, next } of stack) {
    weight /= Math.max(1, choices.length);
    share += weight * Math.max(0, next - 1);
  }
  return share;
};
