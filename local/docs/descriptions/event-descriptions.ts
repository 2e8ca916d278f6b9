import type { Descriptions } from './descriptions.ts';
import { minorUnit } from './minor-unit.ts';

export const eventDescriptions: Descriptions = {
  Event: {
    '': 'One thing that happened to one object. It has one id, however often it is delivered.',
    id: 'The id of the event.',
    object: 'Always `event`.',
    type: 'What happened.',
    created: 'When it happened, in Unix seconds.',
    livemode: 'Whether real money moves.',
    data: 'The object it happened to, with enough to branch on. Read the object for more.',
  },
  EventData: {
    '': 'The object as the event left it. It has the fields of its kind of object.',
    id: 'The id of the object. For PSP health, the account and the currency: `stripe/eur`.',
    object: 'What kind of object it is.',
    seq: "The object's revision. Of two events about one object, the one with the higher `seq` is newer. The numbers have gaps.",
    status: 'The status of a charge, refund or dispute; the state of a PSP.',
    payment_status: 'The payment status of a session.',
    amount: minorUnit,
    amount_captured: `${minorUnit} For a charge: everything captured so far, before refunds.`,
    currency: 'Lowercase ISO 4217 code.',
    reference: 'For a session: your own order id.',
    session: 'The session it belongs to.',
    charge: 'The charge it belongs to; for a session, the charge of the attempt.',
    psp: 'The PSP account.',
    reason: 'Why, if there is a reason: a decline category, how a hold ended, what needs review.',
  },
  AuditEntry: {
    '': 'Who did what to which object.',
    id: 'The id of the entry.',
    object: 'Always `audit_entry`.',
    actor: 'Who did it.',
    action: 'What was requested. Events report the result.',
    target:
      'The id of the session, charge, refund, payment link, payment method, webhook endpoint, export or API key, or the name of the rule or PSP account.',
    request_id: 'The call: the `request-id` of its answer. Null if it was not an API call.',
    created: 'Unix seconds.',
  },
  AuditActor: {
    '': 'Who did it.',
    type: '`api_key`: a program. `user`: a person at a command line. `system`: this service itself.',
    id: 'The id of the API key, as in your list of keys (it does not reveal the key); the name of the person in AWS; or the part of the service.',
  },
};
