import { manageCard } from '../../lib/custody/manage-card.ts';
import { managePorts } from '../../lib/edge/manage-ports.ts';
import type { ManageAnswer } from '../../lib/vault/forward.ts';

/** Invoked only by the router, with a `ManageRequest`. */
export const handler = (event: unknown): Promise<ManageAnswer> => manageCard(managePorts(), event);
