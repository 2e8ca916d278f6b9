import { minorUnit } from './minor-unit.ts';
import type { Words } from './words.ts';

export const eventWords: Words = {
  Event: {
    '': 'One thing that happened to one object. It has one id, however often it is delivered.',
    id: 'The id of the event.',
    object: 'Always `event`.',
    type: 'What happened.',
    created: 'Unix seconds; when it happened.',
    livemode: 'Whether real money moves.',
    data: 'What it happened to, enough to branch on. Read the object for more.',
  },
  EventData: {
    '': 'The object as the event left it. It has the fields that its kind of object has.',
    id: 'The id of the object; of the health of a PSP, its account and the currency: `stripe/eur`.',
    object: 'What kind of object it is.',
    seq: "The object's revision: of two events of one object the one with the higher `seq` is the later one. It has gaps.",
    status: 'The status of a charge, refund or dispute; the state of a PSP.',
    payment_status: 'The payment status of a session.',
    amount: minorUnit,
    amount_captured: `${minorUnit} Of a charge: everything captured so far, refunds not deducted.`,
    currency: 'Lowercase ISO 4217 code.',
    reference: 'Your own order id, of a session.',
    session: 'The session it belongs to.',
    charge: 'The charge it belongs to; of a session, that of the attempt.',
    psp: 'The PSP account.',
    reason: 'Why, if there is a reason: a decline category, how a hold ended, what needs review.',
  },
  AuditEntry: {
    '': 'Who did what to which object.',
    id: 'The id of the entry.',
    object: 'Always `audit_entry`.',
    actor: 'Who did it.',
    action: 'What was asked for; events tell what became of it.',
    target:
      'The id of the session, charge, refund, payment method, webhook endpoint or API key, or the name of the rule.',
    request_id: 'The call: `request-id` of its answer. Null if it was no call of the API.',
    created: 'Unix seconds.',
  },
  AuditActor: {
    '': 'Who did it.',
    type: '`api_key`: a program. `user`: a person at a command line. `system`: this service by itself.',
    id: 'The id of the API key, as your list of keys shows it (it does not reveal the key); the name of the person in AWS; the part of the service.',
  },
};
