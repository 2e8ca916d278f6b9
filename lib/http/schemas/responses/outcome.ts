import * as z from 'zod/mini';
import { declines, indefinites, successes } from '../../../types/outcome.ts';

export const declineCode = z.enum(declines);

/** The result of an attempt; `canceled` and `absent` are what recovery found, null is an attempt still under way. */
export const outcome = z.enum([...successes, ...declines, ...indefinites, 'canceled', 'absent']);
