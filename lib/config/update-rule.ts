import { validateRule } from '../routing/validate-rule.ts';
import { ApiError } from '../types/api-error.ts';
import type { Account } from '../types/capabilities.ts';
import type { Publication } from '../types/publication.ts';
import { type PublisherPorts, type PublishOptions, publishRule } from './publish-rule.ts';

/** Publishes a rule as a caller wrote it, or throws `ApiError` with the exact `param`. `accounts` are those a rule may name. */
export const updateRule = async (
  ports: PublisherPorts & { readonly accounts: readonly Account[] },
  input: unknown,
  options: PublishOptions,
): Promise<Publication> => {
  const validation = validateRule(input, ports.accounts);
  if (validation.ok) return publishRule(ports, validation.rule, options);
  const { code, message, param } = validation.problem;
  throw new ApiError(code, message, { param });
};
