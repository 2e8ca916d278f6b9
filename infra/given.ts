import { CfnParameter, NestedStack, type Stack } from 'aws-cdk-lib';

/**
 * A value of the environment's own stack in one of its areas: a parameter of that name. CDK would make one by itself, but only when everything is
 * built; what is written down of the finished template before, such as an acknowledged finding, needs it at once.
 */
export const given = (stack: Stack, name: string, value: string): string => {
  if (!NestedStack.isNestedStack(stack)) return value;
  const known = stack.node.tryFindChild(name) as CfnParameter | undefined;
  if (known) return known.valueAsString;
  (stack as NestedStack).setParameter(name, value);
  return new CfnParameter(stack, name).valueAsString;
};
