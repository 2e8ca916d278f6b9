import { createExpiringSessions } from '../storage/expiring-sessions.ts';
import type { ExpiringSessions } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

export const expiringSessions = (): ExpiringSessions => createExpiringSessions(storage());
