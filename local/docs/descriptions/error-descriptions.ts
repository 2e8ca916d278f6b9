import { errorTypes } from '../../../lib/contract/error-schemas.ts';
import type { ErrorType } from '../../../lib/types/error-codes.ts';
import { schemaNameOf } from '../openapi/schema-name.ts';
import type { Descriptions } from './descriptions.ts';

const meanings: Readonly<Record<ErrorType, string>> = {
  invalid_request_error: 'The request cannot be carried out as it is, or not yet.',
  authentication_error: 'The token is missing or not valid.',
  permission_error: 'The token does not allow this.',
  idempotency_error: 'The Idempotency-Key is in use, or was used for a different request.',
  card_error: 'Every PSP that may be tried declined the card.',
  rate_limit_error: 'Too many requests or attempts.',
  api_error: 'The service, or something it depends on, failed.',
};

const fields = {
  type: 'The class of the error.',
  code: 'What happened, for programs. `doc_url` explains it.',
  message: 'What was wrong, expected and received, for people.',
  request_id: 'The id of the request in the logs. Quote it to support.',
  doc_url: 'The explanation of the code.',
};
const param = { param: 'The field at fault, for example `targets[1].weight`.' };
const decline_code = { decline_code: 'The category of the decline, the same for every PSP.' };
const next_action = {
  next_action: 'Where the customer goes on with the authentication that a `payment_in_progress` waits for.',
};
const session = { session: 'The session as it is now.' };

const more: Readonly<Record<ErrorType, Readonly<Record<string, string>>>> = {
  invalid_request_error: { ...param, ...decline_code, ...next_action },
  authentication_error: param,
  permission_error: param,
  idempotency_error: {},
  card_error: { ...decline_code, ...session },
  rate_limit_error: {},
  api_error: { ...decline_code, ...session },
};

export const errorDescriptions: Descriptions = {
  ...Object.fromEntries(
    errorTypes().map((type) => [schemaNameOf(type), { '': meanings[type], ...fields, ...more[type] }]),
  ),
};
