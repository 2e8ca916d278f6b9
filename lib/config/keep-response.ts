import type { Publication, Published } from '../types/publication.ts';
import type { Idempotency } from '../types/result.ts';
import type { RuleVersionWrite } from '../types/rule-version.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { publishInProgress } from './publishing-errors.ts';

/** Completes a call that needs no deployment, and stores the response under the caller's key. */
export const keepResponse = async (
  { versions, render }: Pick<DeployingPorts, 'versions' | 'render'>,
  idempotency: Idempotency | undefined,
  publication: Publication,
  drafts: readonly RuleVersionWrite[],
): Promise<Published> => {
  const response = idempotency && render(publication);
  const keys = response ? [{ remember: { ...idempotency, answer: response } }] : [];
  const writes = [...drafts, ...keys];
  if (writes.length > 0 && !(await versions.write(writes))) throw publishInProgress();
  return response ? { replay: response, first: true } : { publication };
};
