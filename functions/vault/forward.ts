import { forwardPorts } from '../../lib/runtime/forward-ports.ts';
import { forwardCard } from '../../lib/vault/forward-card.ts';
import type { ForwardResponse } from '../../lib/vault-protocol/forward.ts';

/** Invoked only by the router, with a `ForwardRequest`. */
export const handler = (event: unknown): Promise<ForwardResponse> => forwardCard(forwardPorts(), event);
