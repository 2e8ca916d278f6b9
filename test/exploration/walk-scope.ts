import { createRandom } from '../simulation/random.ts';
import { brokenIn } from './checks/broken-in.ts';
import { wrongEnd } from './checks/wrong-end.ts';
import type { Violation } from './explore-scope.ts';
import type { Scope } from './scope.ts';
import { choicesOf } from './steps/choices-of.ts';
import type { Choice } from './steps/step.ts';
import type { World } from './world.ts';

type Begun = Awaited<ReturnType<Scope['begin']>>;

/** The same steps again, with a line for each. */
export const replayPath = async (
  scope: Scope,
  path: readonly number[],
  print: (line: string) => void,
): Promise<string | undefined> => {
  const steps = path.values();
  const end = await walk(await scope.begin(), (choices) => {
    const { value, done } = steps.next();
    if (done) return undefined;
    const choice = choices[value];
    if (!choice) throw new Error(`there is no choice ${value} here`);
    print(choice.label);
    return value;
  });
  return end.broken;
};

/** One run after the other, each by chance, until something is broken: a quick look before the whole is explored. */
export const walkAtRandom = async (
  scope: Scope,
  until: number,
): Promise<{ readonly violations: readonly Violation[]; readonly steps: number }> => {
  const begun = await scope.begin();
  const random = createRandom(1);
  let steps = 0;
  while (Date.now() < until) {
    const path: number[] = [];
    const { broken } = await walk(begun, ({ length }) => {
      path.push(random.below(length));
      return path.at(-1);
    });
    steps += path.length;
    if (broken !== undefined) return { violations: [{ what: broken, path }], steps };
  }
  return { violations: [], steps };
};

/** `choose` says which choice is next; undefined if it ends here. */
const walk = async (
  { setting, world }: Begun,
  choose: (choices: readonly Choice[]) => number | undefined,
): Promise<{ readonly broken: string | undefined }> => {
  let now: World = world;
  for (;;) {
    const choices = choicesOf(setting, now);
    if (choices.length === 0) return { broken: wrongEnd(setting, now) };
    const next = choose(choices);
    const choice = next === undefined ? undefined : choices[next];
    if (!choice) return { broken: undefined };
    const step = await choice.next();
    const broken = step.broken ?? brokenIn(now, step.world);
    if (broken !== undefined) return { broken };
    now = step.world;
  }
};
