import { createExpiringSessions } from '../storage/expiring-sessions.ts';
import type { ExpiringSessions } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** Those of the table the environment names. */
export const expiringSessions = (): ExpiringSessions => createExpiringSessions(storage());
