import { type Assembly, type Resource, resourcesOf, type Template } from './assembly.ts';

export type TemplateRoute = {
  readonly method: string;
  readonly path: string;
  /** Name of the file in `functions/`. */
  readonly function: string;
};

/** The routes of the API as the template wires them: route, integration, alias, function. `$default` has no method. */
export const templateRoutes = ({ stacks }: Assembly): readonly TemplateRoute[] =>
  resourcesOf(stacks.payments, 'AWS::ApiGatewayV2::Route').map(([, route]) => {
    const [method = '', path = ''] = String(route.Properties.RouteKey).split(' ');
    return { method, path, function: functionBehind(stacks.payments, route) };
  });

const functionBehind = (template: Template, route: Resource): string => {
  const [, [, target]] = (route.Properties.Target as { 'Fn::Join': [string, [string, { Ref: string }]] })[
    'Fn::Join'
  ];
  const integration = at(template, target.Ref, 'AWS::ApiGatewayV2::Integration');
  const alias = at(
    template,
    (integration.Properties.IntegrationUri as { Ref: string }).Ref,
    'AWS::Lambda::Alias',
  );
  const lambda = at(
    template,
    (alias.Properties.FunctionName as { Ref: string }).Ref,
    'AWS::Lambda::Function',
  );
  return String(lambda.Properties.FunctionName).replace(/^payments-[a-z]+-/, '');
};

const at = (template: Template, id: string, type: string): Resource => {
  const resource = template.Resources[id];
  if (resource?.Type !== type) throw new Error(`${id} is no ${type}`);
  return resource;
};
