import { chargeWords } from './charge-words.ts';
import { errorWords } from './error-words.ts';
import { eventWords } from './event-words.ts';
import { exportWords } from './export-words.ts';
import { keyWords } from './key-words.ts';
import { linkWords } from './link-words.ts';
import { listWords } from './list-words.ts';
import { paymentMethodWords } from './payment-method-words.ts';
import { requestBodies } from './request-bodies.ts';
import { routingWords } from './routing-words.ts';
import { sessionWords } from './session-words.ts';
import { statsWords } from './stats-words.ts';
import { storedMethodWords } from './stored-method-words.ts';
import { webhookWords } from './webhook-words.ts';
import type { Words } from './words.ts';

/** The texts of every schema in the document. */
export const descriptions: Words = {
  ...Object.fromEntries(requestBodies.map(({ name, words }) => [name, words])),
  ...sessionWords,
  ...paymentMethodWords,
  ...chargeWords,
  ...eventWords,
  ...exportWords,
  ...keyWords,
  ...linkWords,
  ...listWords,
  ...routingWords,
  ...statsWords,
  ...storedMethodWords,
  ...webhookWords,
  ...errorWords,
};
