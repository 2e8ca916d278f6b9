import type { SettlingPorts } from '../config/settle-versions.ts';
import { createHealthStore } from '../storage/health-store.ts';
import type { Report } from '../types/ports.ts';
import { storage } from './dynamodb.ts';
import { healthTick } from './environment.ts';
import { deployingPorts } from './rules-publisher.ts';

export const settlingPorts = (report: Report): SettlingPorts => {
  windows ??= createHealthStore(storage()).windows;
  return { ...deployingPorts(report), windows, tick_s: healthTick() };
};

let windows: SettlingPorts['windows'] | undefined;
