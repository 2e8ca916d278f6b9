import type { Attempt, Call, LookUpResult } from '../../types/psp.ts';
import { undecided } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import type { StripeClient } from './client.ts';
import { createIntent } from './create-intent.ts';
import { verdict } from './verdict.ts';

/** The attempt's intent and what is left of the call for it, or what follows if there is none. */
export type Located =
  | { readonly kind: 'located'; readonly id: string; readonly rest: Call }
  | {
      readonly kind: 'unlocated';
      readonly answer: Extract<LookUpResult, { outcome: 'unknown' | 'duplicate' | 'absent' }>;
    };

/** Finds an attempt's intent by its recorded id, or by repeating its creation, which returns the same intent while the key is kept. */
export const locateIntent = async (client: StripeClient, attempt: Attempt, call: Call): Promise<Located> => {
  if (attempt.psp_reference !== undefined) return { kind: 'located', id: attempt.psp_reference, rest: call };

  const { first, rest } = splitCall(call, 2);
  const created = await createIntent(client, attempt, first);
  switch (created.kind) {
    case 'doubtful':
      return { kind: 'unlocated', answer: created.doubt };
    case 'refused':
      // A stored 5xx: no call of this attempt ever got an intent to confirm, or will.
      return created.reply.kind === 'refused' && created.reply.status >= 500 && created.reply.replayed
        ? { kind: 'unlocated', answer: { outcome: 'absent' } }
        : { kind: 'unlocated', answer: undecided(verdict(created.reply)) };
    case 'created':
      return { kind: 'located', id: created.intent.id, rest };
    default: {
      const never: never = created;
      return never;
    }
  }
};
