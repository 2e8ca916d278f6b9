import { createRenderer } from '../../lib/http/renderer.ts';
import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import type { Reply } from './client.ts';
import type { World } from './world.ts';

/** A `GET` of a session: one read, nothing that can go wrong but that there is none. */
export const readSession = ({ time }: World, store: MemoryPaymentStore, id: string): Reply | undefined => {
  const session = store.sessions.get(id);
  if (!session) return undefined;
  const render = createRenderer({ now: time.now, request_id: 'req_read', docs_url: 'https://docs.example' });
  const { status, body } = render({ session }, 'full');
  return { status, json: JSON.parse(body) as Reply['json'] };
};
