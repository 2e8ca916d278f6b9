import type { Money } from '../types/money.ts';

/** What is known when a session is created. `session` is its id, from which the order is drawn. */
export type RouteFacts = Money & {
  readonly session: string;
  readonly country?: string | undefined;
  readonly capture_method: 'automatic' | 'manual';
};
