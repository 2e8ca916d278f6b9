import { createExpiringSessions } from '../storage/expiring-sessions.ts';
import type { ExpiringSessions } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** This process's expiring sessions, over the environment's table. */
export const expiringSessions = (): ExpiringSessions => createExpiringSessions(storage());
