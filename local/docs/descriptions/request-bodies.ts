import type { OperationText } from './operation-text.ts';
import { operationTexts } from './operation-texts.ts';
import type { RequestBody } from './request-body.ts';

/** The bodies of all operations, each once. */
export const requestBodies: readonly RequestBody[] = [
  ...new Set(Object.values<OperationText>(operationTexts).flatMap(({ body }) => body ?? [])),
];
