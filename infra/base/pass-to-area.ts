import { CfnParameter, NestedStack, type Stack } from 'aws-cdk-lib';

/**
 * Passes a value from the environment's own stack to one of its areas, as a parameter of that name. CDK would create one itself, but only once
 * everything is built; anything recorded about the finished template before that, such as an acknowledged finding, needs it at once.
 */
export const passToArea = (stack: Stack, name: string, value: string): string => {
  if (!NestedStack.isNestedStack(stack)) return value;
  const known = stack.node.tryFindChild(name) as CfnParameter | undefined;
  if (known) return known.valueAsString;
  (stack as NestedStack).setParameter(name, value);
  return new CfnParameter(stack, name).valueAsString;
};
