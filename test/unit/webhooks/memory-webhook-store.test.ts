import { describe } from '@jest/globals';
import { describeWebhookStore } from '../../contract/webhook-store.ts';
import { createMemoryWebhookStore } from '../../memory/memory-webhook-store.ts';

describe('the memory store', () => describeWebhookStore(async () => createMemoryWebhookStore()));
