import type { SessionClaim, SharedSession, SharedSessions } from '../../../lib/types/shared-session.ts';

/** A shared session in this process. `fail` lets every call fail from then on, or no longer. */
export const memorySessions = () => {
  let session: SharedSession | undefined;
  let claim: SessionClaim | undefined;
  let document: string | undefined;
  let fails = false;
  const alive = () => {
    if (fails) throw new Error('no answer');
  };
  const sessions: SharedSessions = {
    read: async () => {
      alive();
      return { ...(session && { session }), ...(claim && { claim }) };
    },
    document: async () => {
      alive();
      return document;
    },
    claim: async (next, asRead) => {
      alive();
      if (session?.token !== asRead.session?.token) return false;
      if (session?.token === undefined && claim?.id !== asRead.claim?.id) return false;
      claim = next;
      session = session && { ...session, token: undefined };
      return true;
    },
    settle: async ({ id }, next, content) => {
      alive();
      if (claim?.id !== id) return;
      session = next;
      claim = undefined;
      document = content ?? document;
    },
  };
  return {
    sessions,
    fail: (next: boolean) => {
      fails = next;
    },
    /** What no process of ours would write. */
    plant: (content: string) => {
      document = content;
    },
  };
};
