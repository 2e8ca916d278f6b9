import { type FaultKind, faultKinds } from '../faults.ts';
import { runSeed, type SeedOptions, type SeedResult } from '../run-seed.ts';

/** Fewer payments, then fewer kinds of fault, for as long as the same rule is still broken in the same way. */
export const shrink = async ({ seed, payments }: SeedOptions): Promise<SeedOptions> => {
  const whole = wordsOf(await runSeed({ seed, payments }));
  const fails = async (options: SeedOptions): Promise<boolean> => wordsOf(await runSeed(options)) === whole;
  let smallest: SeedOptions = { seed, payments };
  for (const fewer of [1, 2, 3, 5, 8, 13, 20, 30, 45, 60, 80])
    if (fewer < payments && (await fails({ seed, payments: fewer }))) {
      smallest = { seed, payments: fewer };
      break;
    }
  const without = new Set<FaultKind>();
  for (const kind of faultKinds) {
    const less = { ...smallest, without: new Set([...without, kind]) };
    if (await fails(less)) without.add(kind);
  }
  return { ...smallest, without };
};

/** What was broken, without the names and figures that differ from run to run. */
const wordsOf = ({ violation }: SeedResult): string =>
  violation ? `${violation.invariant} ${violation.what.replace(/\w*\d\w*/g, '')}` : '';
