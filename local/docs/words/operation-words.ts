import { chargeOperations } from './charge-operations.ts';
import { routingOperations } from './routing-operations.ts';
import { sessionOperations } from './session-operations.ts';

/** By the name under which `routes.ts` exports the route, which is the operation's id. */
export const operationWords = { ...sessionOperations, ...chargeOperations, ...routingOperations };
