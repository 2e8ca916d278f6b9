import type { Resource, Template } from './assembly.ts';

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** What a deployment would make of a template's values: strings with every reference followed. */
export const resolver =
  (template: Template) =>
  (value: unknown): string => {
    const resolve = (inner: unknown): string => resolver(template)(inner);
    if (typeof value === 'string') return value;
    const [[intrinsic, operand] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
    switch (intrinsic) {
      case 'Ref':
        return pseudo[String(operand)] ?? refOf(String(operand), found(template, String(operand)));
      case 'Fn::GetAtt': {
        const [id, attribute] = operand as [string, string];
        return attributeOf(id, found(template, id), attribute, resolve);
      }
      case 'Fn::Join': {
        const [separator, parts] = operand as [string, unknown[]];
        return parts.map(resolve).join(separator);
      }
      case 'Fn::Sub':
        return String(operand).replace(/\$\{([\w:]+)\}/g, (_, name: string) => resolve({ Ref: name }));
      case 'Fn::GetStackOutput': {
        const { OutputName } = operand as { readonly OutputName: string };
        return `output:${OutputName}`;
      }
      default:
        throw new Error(`cannot resolve ${JSON.stringify(value)}`);
    }
  };

const found = (template: Template, id: string): Resource => {
  const resource = template.Resources[id];
  if (!resource) throw new Error(`nothing is called ${id}`);
  return resource;
};

/** Names where the template gives one; otherwise the logical id stands for what AWS would make up. */
const refOf = (id: string, { Type, Properties }: Resource): string => {
  switch (Type) {
    case 'AWS::SecretsManager::Secret':
      return arn('secretsmanager', `secret:${Properties.Name}-AbCdEf`);
    case 'AWS::Lambda::Function':
      return String(Properties.FunctionName);
    case 'AWS::Lambda::Alias':
      return arn('lambda', `function:${id}:${Properties.Name}`);
    case 'AWS::DynamoDB::GlobalTable':
      return String(Properties.TableName);
    case 'AWS::Logs::LogGroup':
      return String(Properties.LogGroupName);
    default:
      return id;
  }
};

const attributeOf = (
  id: string,
  { Type, Properties }: Resource,
  attribute: string,
  resolve: (value: unknown) => string,
): string => {
  switch (`${Type} ${attribute}`) {
    case 'AWS::DynamoDB::GlobalTable Arn':
      return arn('dynamodb', `table/${Properties.TableName}`);
    case 'AWS::S3::Bucket Arn':
      return `arn:aws:s3:::${id}`;
    case 'AWS::Logs::LogGroup Arn':
      return `${arn('logs', `log-group:${Properties.LogGroupName}`)}:*`;
    case 'AWS::Lambda::Function Arn':
      return arn(
        'lambda',
        `function:${Properties.FunctionName === undefined ? id : resolve(Properties.FunctionName)}`,
      );
    default:
      return `${id}.${attribute}`;
  }
};

const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${pseudo['AWS::Region']}:${pseudo['AWS::AccountId']}:${rest}`;
