import type { JsonReply } from '../exchange-json.ts';
import { listAt } from '../json.ts';

/** The body of a call that succeeded: 200 with an object that names no errors. Undefined for any other reply. */
export const answerOf = (reply: JsonReply): object | undefined => {
  if (reply.kind !== 'answered' || reply.status !== 200) return undefined;
  const { json } = reply;
  return typeof json === 'object' && json !== null && (listAt(json, 'errors') ?? []).length === 0
    ? json
    : undefined;
};
