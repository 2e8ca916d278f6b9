import { describe } from '@jest/globals';
import { createMemoryWebhookStore } from '../../../local/memory/memory-webhook-store.ts';
import { describeWebhookStore } from '../../contract/webhook-store.ts';

describe('the memory store', () => describeWebhookStore(async () => createMemoryWebhookStore()));
