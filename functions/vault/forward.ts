import { forwardCard } from '../../lib/custody/forward-card.ts';
import { forwardPorts } from '../../lib/edge/forward-ports.ts';
import type { ForwardAnswer } from '../../lib/vault/forward.ts';

/** Invoked only by the router, with a `ForwardRequest`. */
export const handler = (event: unknown): Promise<ForwardAnswer> => forwardCard(forwardPorts(), event);
