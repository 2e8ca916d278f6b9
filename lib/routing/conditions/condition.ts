import type * as z from 'zod/mini';
import type { CardBrand } from '../../types/card.ts';
import type { RouteFacts } from '../route-facts.ts';
import type { Path, RuleProblem } from '../rule-problem.ts';

/** Whether a payment meets a condition. The brand is undefined as long as the card is not known. */
export type Meets = (facts: RouteFacts, brand: CardBrand | undefined) => boolean;

/** One key of an override's `when`, with everything that is asked of it. */
export type Condition<Wanted> = {
  readonly schema: z.ZodMiniType<Wanted>;
  /** Called once for a rule; what it returns, once for each payment. */
  readonly matches: (wanted: Wanted) => Meets;
  /** Whether every payment that meets the later condition meets the earlier one. Undefined: the override does not ask. */
  readonly covers: (earlier: Wanted | undefined, later: Wanted | undefined) => boolean;
  /** Why no payment can meet it, although it has the right shape. */
  readonly problem?: (wanted: Wanted, path: Path) => RuleProblem | undefined;
};
