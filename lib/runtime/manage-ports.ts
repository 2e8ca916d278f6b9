import type { ManagePorts } from '../vault/vault-ports.ts';
import { cardStore } from './card-store.ts';
import { clock } from './clock.ts';
import { log } from './log.ts';

export const managePorts = (): ManagePorts => ({
  cards: cardStore(),
  clock,
  log: log,
});
