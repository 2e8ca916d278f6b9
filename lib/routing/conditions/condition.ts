import type * as z from 'zod/mini';
import type { CardBrand } from '../../types/card.ts';
import type { RouteFacts } from '../route-facts.ts';
import type { Path, RuleProblem } from '../rule-problem.ts';

/** Whether a payment meets a condition. The brand is undefined until the customer has given a card. */
export type Meets = (facts: RouteFacts, brand: CardBrand | undefined) => boolean;

/** One key of an override's `when`, with all its checks. */
export type Condition<Wanted> = {
  readonly schema: z.ZodMiniType<Wanted>;
  /** Called once per rule; the function it returns is called once per payment. */
  readonly matches: (wanted: Wanted) => Meets;
  /** Whether every payment that meets the later condition meets the earlier one. Undefined: the override does not have this condition. */
  readonly covers: (earlier: Wanted | undefined, later: Wanted | undefined) => boolean;
  /** Why no payment can meet it, although its shape is right. */
  readonly problem?: (wanted: Wanted, path: Path) => RuleProblem | undefined;
};
