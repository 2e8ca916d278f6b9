import { cameThroughFront } from './came-through-front.ts';
import type { ConsoleSettings } from './console-settings.ts';

export const cameFromConsole = (
  headers: Readonly<Record<string, string | undefined>>,
  settings: ConsoleSettings | undefined,
): boolean =>
  settings !== undefined && settings.proofs.length > 0 && cameThroughFront(headers, settings.proofs);
