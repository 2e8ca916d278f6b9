import { managePorts } from '../../lib/runtime/manage-ports.ts';
import { manageCard } from '../../lib/vault/manage-card.ts';
import type { ManageResponse } from '../../lib/vault-protocol/forward.ts';

/** Invoked only by the router, with a `ManageRequest`. */
export const handler = (event: unknown): Promise<ManageResponse> => manageCard(managePorts(), event);
