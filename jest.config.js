import { join } from 'node:path';

// The processes that tests start by the dozen all compile the same files: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/test/strip-types.js' },
  reporters: ['default', '<rootDir>/test/tools/fail-on-skips.ts'],
  testSequencer: '<rootDir>/test/tools/longest-first.ts',
  maxWorkers: 4,
  testTimeout: 60_000,
};
