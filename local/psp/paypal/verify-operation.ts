import type { Operation } from '../framework/simulated-psp.ts';
import { readJson } from './read-json.ts';
import { verifyShape } from './request-shapes.ts';
import { isGenuine } from './webhook-signature.ts';

/** `POST /v1/notifications/verify-webhook-signature`. The event is copied verbatim from the request: its checksum is part of the signature. */
export const verifyOperation = (): Operation => ({
  method: 'POST',
  path: '/v1/notifications/verify-webhook-signature',
  call: 'look_up',
  run: (request) => {
    const read = readJson(verifyShape, request);
    if (!read.ok) return read.answer;
    const genuine = isGenuine(read.value, eventIn(request.body));
    return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' }, executed: true };
  },
});

const field = '"webhook_event":';

/** The event's own text if it is the last field; otherwise the event serialised again. */
const eventIn = (body: string): string => {
  const end = body
    .slice(body.indexOf(field) + field.length)
    .trimEnd()
    .slice(0, -1);
  try {
    JSON.parse(end);
    return end;
  } catch {
    return JSON.stringify(JSON.parse(body).webhook_event);
  }
};
