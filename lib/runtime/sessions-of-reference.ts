import { newestOfReference } from '../storage/newest-of-reference.ts';
import type { Session } from '../types/session.ts';
import { storage } from './dynamodb.ts';

/** The newest sessions of a reference, from the environment's table. */
export const sessionsOfReference = (reference: string): Promise<readonly Session[]> =>
  newestOfReference(storage())(reference);
