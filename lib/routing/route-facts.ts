import type { Money } from '../types/money.ts';

/** What is known when a session is created. The order is drawn from `session`, its id. */
export type RouteFacts = Money & {
  readonly session: string;
  readonly country?: string | undefined;
  readonly capture_method: 'automatic' | 'manual';
};
