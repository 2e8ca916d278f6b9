import { describe } from '@jest/globals';
import { createMemoryHealthStore } from '../../../../local/memory/memory-health-store.ts';
import { describeHealthStore } from '../../../contract/health-store.ts';

describe('the memory store', () => describeHealthStore(async () => createMemoryHealthStore()));
