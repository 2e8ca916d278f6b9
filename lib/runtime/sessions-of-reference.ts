import { newestOfReference } from '../storage/newest-of-reference.ts';
import type { Session } from '../types/session.ts';
import { storage } from './dynamodb.ts';

/** Only the newest sessions. */
export const sessionsOfReference = (reference: string): Promise<readonly Session[]> =>
  newestOfReference(storage())(reference);
