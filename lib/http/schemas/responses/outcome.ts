import * as z from 'zod/mini';
import { declines, indefinites, successes } from '../../../types/outcome.ts';

export const declineCode = z.enum(declines);

/** The result of an attempt; recovery finds `canceled` and `absent`; null is an attempt still in progress. */
export const outcome = z.enum([...successes, ...declines, ...indefinites, 'canceled', 'absent']);

/** The members of a union, each once: one too many or too few does not compile. */
export const valuesOf = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(all) as Value[];
