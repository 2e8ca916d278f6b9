/** One AppConfig session that many processes share. Times are Unix milliseconds. */
export type SharedSession = {
  /** Valid for one poll. Undefined while a process polls, or if that poll was lost. */
  readonly token: string | undefined;
  readonly opened: number;
  /** SHA-256 of the document that the session last received. */
  readonly hash: string;
  /** When AppConfig last confirmed that this document is in force. */
  readonly confirmed: number;
  /** The earliest time of the next poll. */
  readonly due: number;
};

/** The process that polls for all. */
export type SessionClaim = { readonly id: string; readonly at: number };

export type SharedState = { readonly session?: SharedSession; readonly claim?: SessionClaim };

/** The store of the shared session. Every method may reject. */
export type SharedSessions = {
  readonly read: () => Promise<SharedState>;
  /** The stored document; undefined if there is none. */
  readonly document: () => Promise<string | undefined>;
  /** Takes the token, so that no other process polls. False if the state has changed since it was read. */
  readonly claim: (claim: SessionClaim, asRead: SharedState) => Promise<boolean>;
  /** Ends the claim, and stores a new document in the same step. Does nothing if another process has the claim by now. */
  readonly settle: (claim: SessionClaim, session: SharedSession, document?: string) => Promise<void>;
};
