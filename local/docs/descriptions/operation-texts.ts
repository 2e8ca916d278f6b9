import { chargeOperations } from './charge-operations.ts';
import { eventOperations } from './event-operations.ts';
import { exportOperations } from './export-operations.ts';
import { keyOperations } from './key-operations.ts';
import { linkOperations } from './link-operations.ts';
import { routingOperations } from './routing-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { statsOperations } from './stats-operations.ts';
import { storedMethodOperations } from './stored-method-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** By the route's export name in `routes.ts`, which is the operation's id. */
export const operationTexts = {
  ...sessionOperations,
  ...linkOperations,
  ...chargeOperations,
  ...eventOperations,
  ...routingOperations,
  ...webhookOperations,
  ...storedMethodOperations,
  ...keyOperations,
  ...statsOperations,
  ...exportOperations,
};
