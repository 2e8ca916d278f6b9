import { cloudFormation } from './cloud-formation.ts';

/** A deploy stopped before it began, or only its differences were shown: only the stack's name exists. */
const beingReviewed = 'REVIEW_IN_PROGRESS';

/** Undefined if there is no stack of that name, or it is still empty. */
export const stackStatus = async (stack: string): Promise<string | undefined> => {
  const text = (await cloudFormation('DescribeStacks', stack)) ?? '';
  const status = /<StackStatus>([A-Z_]+)<\/StackStatus>/.exec(text)?.[1];
  return status === beingReviewed ? undefined : status;
};

/** Of a stack whose first deploy failed: its resources are gone again. */
export const neverDeployed = 'ROLLBACK_COMPLETE';
