import type * as z from 'zod/mini';
import type { CardBrand } from '../../types/card.ts';
import { list } from '../fields/list.ts';
import type { RouteFacts } from '../route-facts.ts';
import type { Condition } from './condition.ts';

const maxEntries = 200;

type ListOptions<Entry extends z.ZodMiniType<string>> = {
  readonly entry: Entry;
  /** For error messages, in the plural. */
  readonly what: string;
  readonly fact: (facts: RouteFacts, brand: CardBrand | undefined) => string | undefined;
  /** All possible values, if every payment has one. Then a list of all of them matches every payment. */
  readonly all?: readonly string[];
};

/** A condition that lists the values it accepts. A payment without a value does not meet it. */
export const listCondition = <Entry extends z.ZodMiniType<string>>({
  entry,
  what,
  fact,
  all,
}: ListOptions<Entry>) =>
  ({
    schema: list(entry, maxEntries, what),
    matches: (wanted) => {
      const allowed = new Set<string>(wanted);
      return (facts, brand) => {
        const value = fact(facts, brand);
        return value !== undefined && allowed.has(value);
      };
    },
    covers: (earlier, later = all) =>
      earlier === undefined || (later?.every((value) => earlier.some((taken) => taken === value)) ?? false),
  }) satisfies Condition<readonly z.infer<Entry>[]>;
