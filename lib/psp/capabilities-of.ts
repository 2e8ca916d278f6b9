import type { Capabilities } from '../types/capabilities.ts';
import * as registry from './registry.ts';

/**
 * The capabilities of each adapter, by its id. A deployed function that plans or publishes gets those of its environment without the adapters
 * (`infra/lambda/bundling.ts`): it calls no PSP, and the adapters would be a fifth of its bundle.
 */
export const capabilitiesOf: Readonly<Record<string, Capabilities>> = Object.fromEntries(
  Object.entries(registry).map(([psp, { capabilities }]) => [psp, capabilities]),
);
