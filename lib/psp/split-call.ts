import { defined } from '../types/defined.ts';
import type { Call } from '../types/psp.ts';

/** Divides a call's time between a first request, which gets one of `parts` equal parts, and the rest. */
export const splitCall = (
  { timeout_ms, until }: Call,
  parts: number,
): { readonly first: Call; readonly rest: Call } => {
  const first_ms = Math.floor(timeout_ms / parts);
  const end = defined({ until });
  return { first: { ...end, timeout_ms: first_ms }, rest: { ...end, timeout_ms: timeout_ms - first_ms } };
};
