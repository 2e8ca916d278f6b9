import { ApiError } from '../types/api-error.ts';
import type { Published } from '../types/publication.ts';
import { type PublishCommand, publishRule } from './publish-rule.ts';
import type { PublisherPorts } from './publisher-ports.ts';

export type RollbackCommand = Omit<PublishCommand, 'rule' | 'rollback'> & {
  readonly name: string;
  /** The version whose content is restored. */
  readonly to: number;
};

/**
 * Publishes the content of an earlier version as a new version. If the earlier one was approved, it needs no second approval. Throws
 * `resource_missing` if the version does not exist, `parameter_invalid` for one that was never in force or deleted the rule, and whatever
 * `publishRule` throws.
 */
export const rollBackRule = async (
  ports: PublisherPorts,
  { name, to, approval_required, ...command }: RollbackCommand,
): Promise<Published> => {
  const earlier = await ports.versions.find(name, to);
  if (earlier === undefined)
    throw new ApiError('resource_missing', `Rule ${name.slice(0, 64)} has no version ${to}.`, {
      param: 'to',
    });
  if (earlier.state === 'draft')
    throw new ApiError('parameter_invalid', `to: version ${to} is a draft and was never live.`, {
      param: 'to',
    });
  if (earlier.document === null)
    throw new ApiError('parameter_invalid', `to: version ${to} deleted the rule. Delete it again instead.`, {
      param: 'to',
    });
  return publishRule(ports, {
    ...command,
    rule: earlier.document,
    rollback: true,
    approval_required: approval_required && earlier.approved === undefined,
  });
};
