import { type CachedPspSwitches, createCachedPspSwitches } from '../storage/cached-psp-switches.ts';
import { readPspSwitches } from '../storage/psp-switches.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { log } from './log.ts';

export const closedPsps = (): CachedPspSwitches => {
  cached ??= createCachedPspSwitches({ read: () => readPspSwitches(storage()), clock, log: log });
  return cached;
};

let cached: CachedPspSwitches | undefined;
