import type { Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { readRefusal } from './read-refusal.ts';

/** Why a call that only asks, or whose effect was asked about, leaves things open. */
export const undecided = (reply: JsonReply): Unknown => {
  const refusal = readRefusal(reply);
  if ('doubt' in refusal) return refusal;
  return { outcome: 'unknown', doubt: reply.kind === 'not_sent' ? 'connection_lost' : 'ambiguous_error' };
};
