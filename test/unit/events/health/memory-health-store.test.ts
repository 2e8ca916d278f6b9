import { describe } from '@jest/globals';
import { describeHealthStore } from '../../../contract/health-store.ts';
import { createMemoryHealthStore } from '../../../memory/memory-health-store.ts';

describe('the memory store', () => describeHealthStore(async () => createMemoryHealthStore()));
