import { chargeDescriptions } from './charge-descriptions.ts';
import type { Descriptions } from './descriptions.ts';
import { errorDescriptions } from './error-descriptions.ts';
import { eventDescriptions } from './event-descriptions.ts';
import { exportDescriptions } from './export-descriptions.ts';
import { keyDescriptions } from './key-descriptions.ts';
import { linkDescriptions } from './link-descriptions.ts';
import { listDescriptions } from './list-descriptions.ts';
import { paymentMethodDescriptions } from './payment-method-descriptions.ts';
import { requestBodies } from './request-bodies.ts';
import { routingDescriptions } from './routing-descriptions.ts';
import { sessionDescriptions } from './session-descriptions.ts';
import { statsDescriptions } from './stats-descriptions.ts';
import { storedMethodDescriptions } from './stored-method-descriptions.ts';
import { webhookDescriptions } from './webhook-descriptions.ts';

/** The texts of every schema in the document. */
export const descriptions: Descriptions = {
  ...Object.fromEntries(requestBodies.map(({ name, descriptions }) => [name, descriptions])),
  ...sessionDescriptions,
  ...paymentMethodDescriptions,
  ...chargeDescriptions,
  ...eventDescriptions,
  ...exportDescriptions,
  ...keyDescriptions,
  ...linkDescriptions,
  ...listDescriptions,
  ...routingDescriptions,
  ...statsDescriptions,
  ...storedMethodDescriptions,
  ...webhookDescriptions,
  ...errorDescriptions,
};
