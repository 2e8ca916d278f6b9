import type { SettlingPorts } from '../config/settle-versions.ts';
import { createHealthStore } from '../storage/health-store.ts';
import type { Log } from '../types/ports.ts';
import { storage } from './dynamodb.ts';
import { healthTick } from './environment.ts';
import { deployingPorts } from './rules-publisher.ts';

export const settlingPorts = (log: Log): SettlingPorts => {
  windows ??= createHealthStore(storage()).windows;
  return { ...deployingPorts(log), windows, tick_s: healthTick() };
};

let windows: SettlingPorts['windows'] | undefined;
