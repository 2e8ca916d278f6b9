import { createExpiringSessions } from '../storage/expiring-sessions.ts';
import type { ExpiringSessions } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** This process's expiring sessions, over the table that the environment names. */
export const expiringSessions = (): ExpiringSessions => createExpiringSessions(storage());
