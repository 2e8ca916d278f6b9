import { type Assembly, type Resource, resourcesOf, type Template } from './assembly.ts';
import { type Conditions, type Context, hold } from './conditions.ts';
import { resolver } from './resolve-intrinsics.ts';

/** `context`: what the call says under condition keys. */
export type Permission = { readonly action: string; readonly resource: string; readonly context: Context };

export type Statement = {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Conditions;
};

/** Every function of ours in the assembly with its template, by the name of its file. */
export const functionsOf = (
  { stacks }: Pick<Assembly, 'stacks'>,
  environment: string,
): ReadonlyMap<string, FunctionResource> => {
  const template = stacks.payments;
  const found = resourcesOf(template, 'AWS::Lambda::Function').flatMap(([id, resource]) => {
    const [, name] = String(resource.Properties.FunctionName).split(`payments-${environment}-`);
    return name === undefined ? [] : [[name, { id, resource, template }] as const];
  });
  return new Map(found);
};

export type FunctionResource = {
  readonly id: string;
  readonly resource: Resource;
  readonly template: Template;
};

/** What the role of a function allows, resources resolved to ARNs. Every policy of ours is a managed one attached to one role. */
export const statementsOf = ({ resource, template }: FunctionResource): readonly Statement[] => {
  const role = (resource.Properties.Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
  return resourcesOf(template, 'AWS::IAM::ManagedPolicy')
    .filter(([, policy]) => JSON.stringify(policy.Properties.Roles) === JSON.stringify([{ Ref: role }]))
    .flatMap(([, policy]) => readStatements(policy, resolver(template)));
};

export const readStatements = (
  policy: Resource,
  resolve: (value: unknown) => string,
): readonly Statement[] => {
  const document = policy.Properties.PolicyDocument as { readonly Statement: readonly RawStatement[] };
  return document.Statement.map(({ Sid, Action, Resource: resources, Condition = {} }) => ({
    sid: Sid,
    actions: [Action].flat(),
    resources: [resources].flat().map(resolve),
    conditions: Object.fromEntries(
      Object.entries(Condition).map(([operator, byKey]) => [
        operator,
        Object.fromEntries(Object.entries(byKey).map(([key, values]) => [key, [values].flat().map(resolve)])),
      ]),
    ),
  }));
};

type RawStatement = {
  readonly Sid: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Whether a statement allows an action on a resource; `*` at the end of an ARN stands for any rest, as in IAM. */
export const allows = (
  statements: readonly Statement[],
  { action, resource, context }: Permission,
): boolean =>
  statements.some(
    ({ actions, resources, conditions }) =>
      actions.includes(action) &&
      hold(conditions, context) &&
      resources.some((allowed) =>
        allowed.endsWith('*') ? resource.startsWith(allowed.slice(0, -1)) : allowed === resource,
      ),
  );
