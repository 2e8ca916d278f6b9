import * as z from 'zod/mini';
import { declines, indefinites, successes } from '../types/outcome.ts';

export const declineCode = z.enum(declines);

/** The result of an attempt; recovery adds `canceled` and `absent`; null is an attempt in progress. */
export const outcome = z.enum([...successes, ...declines, ...indefinites, 'canceled', 'absent']);

/** All members of a union: a missing or an additional one does not compile. */
export const valuesOf = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(all) as Value[];
