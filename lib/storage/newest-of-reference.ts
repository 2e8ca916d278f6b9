import type { Session } from '../types/session.ts';
import { listSessions } from './list-sessions.ts';
import type { Storage } from './storage.ts';

const limit = 20;
/** The result is only used for a warning, which is not worth a longer wait. */
const most_ms = 200;

/** The newest sessions of a reference, eventually consistent; none if the storage takes too long. */
export const newestOfReference =
  (storage: Storage) =>
  async (reference: string): Promise<readonly Session[]> => {
    const found = listSessions(storage)({ filters: { reference }, limit });
    const late = storage.clock.sleep(most_ms).then(() => undefined);
    return (await Promise.race([found, late]))?.rows ?? [];
  };
