import type { OverrideCondition } from '../../types/routing.ts';
import type { Condition } from './condition.ts';
import { conditions } from './conditions.ts';

type Wanted = Required<OverrideCondition>;

export type ConditionKey = keyof Wanted;

/** An override's `when`, typed so that each key keeps the type of its own value. */
export type Asked = { readonly [Key in ConditionKey]?: Wanted[Key] };

/** `conditions`, for code that loops over all of them. */
export const conditionTable: { readonly [Key in ConditionKey]: Condition<Wanted[Key]> } = conditions;

export const conditionKeys = Object.keys(conditions) as readonly ConditionKey[];
