import * as z from 'zod/mini';
import { declines, indefinites, successes } from '../types/outcome.ts';

export const declineCode = z.enum(declines);

/** The result of an attempt; recovery adds `canceled` and `absent`; null is an attempt in progress. */
export const outcome = z.enum([...successes, ...declines, ...indefinites, 'canceled', 'absent']);
