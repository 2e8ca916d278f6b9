import type { Declined, Unknown } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { listAt } from '../json.ts';
import { errorOutcomes } from './error-outcomes.ts';

/** What a list of errors means: the first of them counts. Without any, a definite no of no known kind. */
export const readErrors = (errors: unknown): Declined | Unknown => {
  const code = (listAt(errors) ?? []).flatMap((error) => codeAt(error, 'code') ?? [])[0];
  if (code === undefined) return { outcome: 'unmapped' };
  const outcome = Object.hasOwn(errorOutcomes, code) ? errorOutcomes[code] : undefined;
  switch (outcome) {
    case undefined:
      return { outcome: 'unmapped', code };
    case 'unknown':
    case 'duplicate':
      return { outcome, doubt: 'ambiguous_error' };
    default:
      return { outcome, code };
  }
};
