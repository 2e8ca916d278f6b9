import type { Profile } from '../../simulation/psp/draw-profile.ts';
import type { Books } from './books.ts';
import type { Item } from './call.ts';

/** What came of something at a PSP. `broken`: what it did that no PSP may ever be made to do. */
export type Effect = {
  readonly books: Books;
  readonly answer: { readonly outcome: string };
  readonly items: readonly Item[];
  readonly broken?: string;
};

type Request = {
  readonly key: string;
  readonly now: number;
  readonly execute: () => Effect;
  /** For a PSP that tells the payment or operation as it is now. */
  readonly current: () => Effect['answer'] | undefined;
};

/** A PSP's idempotency as its adapter declares it: which repeat under a key is executed again, and which is told what happened before. */
export const underKey = (
  { account }: Profile,
  books: Books,
  { key, now, execute, current }: Request,
): Effect => {
  const { kind, window_ms } = account.capabilities.idempotency;
  const kept = books.kept[key];
  if (kept && now - kept.at < window_ms) {
    const answer = kind === 'current_state' ? current() : (kept.answer as Effect['answer']);
    if (answer) return { books, answer, items: [] };
  }
  const done = execute();
  const failed = done.answer.outcome === 'failed' || done.answer.outcome === 'unknown';
  if (kind === 'none' || (kind === 'success_only' && failed)) return done;
  const keep = kind === 'current_state' ? { key, at: now } : { key, at: now, answer: done.answer };
  return { ...done, books: { ...done.books, kept: { ...done.books.kept, [key]: keep } } };
};
