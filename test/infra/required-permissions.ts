import type { IncomingMessage } from 'node:http';
import { dynamoDbContext } from './conditions.ts';
import type { Permission } from './role-policy.ts';

export type Service =
  | 'dynamodb'
  | 'secretsmanager'
  | 'appconfig'
  | 'appconfigdata'
  | 'ssm'
  | 'lambda'
  | 'kms'
  | 's3';

export type ServiceRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

const arn = (service: string, rest: string): string => `arn:aws:${service}:us-east-1:123456789012:${rest}`;

/** The actions and resources IAM looks up for a call, per the service authorization reference of each service. */
export const requiredPermissions = (service: Service, request: ServiceRequest): readonly Permission[] => {
  switch (service) {
    case 'dynamodb':
      return dynamoDb(request);
    case 'secretsmanager':
      return [secret(request)];
    case 'appconfigdata':
      return [configuration(request)];
    case 'appconfig':
      return [controlPlane(request)];
    case 'ssm':
      return [parameter(request)];
    case 'lambda':
      return [invocation(request)];
    case 'kms':
      return [keyUse(request)];
    case 's3':
      return [file(request)];
    default:
      return service satisfies never;
  }
};

type TableRequest = { readonly TableName: string; readonly IndexName?: string };

const dynamoDb = ({ headers, body }: ServiceRequest): Permission[] => {
  const operation = String(headers['x-amz-target']).split('.')[1];
  const input: TableRequest & {
    readonly TransactItems?: readonly Record<string, TableRequest>[];
    readonly RequestItems?: Readonly<Record<string, unknown>>;
  } = JSON.parse(body.toString());
  const on = (action: string, { TableName, IndexName, ...rest }: TableRequest): Permission => ({
    action: `dynamodb:${action}`,
    resource: arn('dynamodb', `table/${TableName}${IndexName ? `/index/${IndexName}` : ''}`),
    context: dynamoDbContext(rest),
  });
  const parts: Readonly<Record<string, string>> = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
  };
  if (operation === 'BatchGetItem')
    return Object.keys(input.RequestItems ?? {}).map((TableName) => on(operation, { TableName }));
  return operation === 'TransactWriteItems'
    ? (input.TransactItems ?? []).flatMap((item) =>
        Object.entries(item).map(([part, target]) => on(parts[part] ?? part, target)),
      )
    : [on(String(operation), input)];
};

const secret = ({ headers, body }: ServiceRequest): Permission => {
  const { SecretId, VersionStage } = JSON.parse(body.toString()) as {
    readonly SecretId: string;
    readonly VersionStage?: string;
  };
  const operation = String(headers['x-amz-target']).split('.')[1];
  // A name finds the secret whose ARN carries six more characters.
  return {
    action: `secretsmanager:${operation}`,
    resource: arn('secretsmanager', `secret:${SecretId}-AbCdEf`),
    context: VersionStage === undefined ? {} : { 'secretsmanager:VersionStage': [VersionStage] },
  };
};

const invocation = ({ url }: ServiceRequest): Permission => {
  const { pathname, searchParams } = new URL(url, 'http://lambda');
  const [, name = ''] = /\/functions\/([^/]+)\/invocations$/.exec(pathname) ?? [];
  return {
    action: 'lambda:InvokeFunction',
    resource: arn('lambda', `function:${name}:${searchParams.get('Qualifier')}`),
    context: {},
  };
};

/** Of a key named by its ARN. */
const keyUse = ({ headers, body }: ServiceRequest): Permission => {
  const { KeyId, EncryptionContext = {} } = JSON.parse(body.toString()) as {
    readonly KeyId: string;
    readonly EncryptionContext?: Readonly<Record<string, string>>;
  };
  const context = Object.entries(EncryptionContext).map(([key, value]) => [
    `kms:EncryptionContext:${key}`,
    [value],
  ]);
  return {
    action: `kms:${String(headers['x-amz-target']).split('.')[1]}`,
    resource: KeyId,
    context: Object.fromEntries(context),
  };
};

/** In path style: the bucket, and the key. */
const file = ({ method, url }: ServiceRequest): Permission => {
  const [path = ''] = url.split('?');
  return {
    action: `s3:${method === 'GET' ? 'GetObject' : 'PutObject'}`,
    resource: `arn:aws:s3:::${path.slice(1)}`,
    context: {},
  };
};

const parameter = ({ headers, body }: ServiceRequest): Permission => {
  const { Name } = JSON.parse(body.toString()) as { readonly Name: string };
  return {
    action: `ssm:${String(headers['x-amz-target']).split('.')[1]}`,
    resource: arn('ssm', `parameter${Name}`),
    context: {},
  };
};

/** The later call carries only a token, so the ids of the session that is open are taken for it: there is one configuration. */
let opened = '';

const configuration = ({ url, body }: ServiceRequest): Permission => {
  if (url.startsWith('/configurationsessions')) {
    const ids = JSON.parse(body.toString()) as Record<string, string>;
    opened = arn(
      'appconfig',
      `application/${ids.ApplicationIdentifier}/environment/${ids.EnvironmentIdentifier}/configuration/${ids.ConfigurationProfileIdentifier}`,
    );
    return { action: 'appconfig:StartConfigurationSession', resource: opened, context: {} };
  }
  return { action: 'appconfig:GetLatestConfiguration', resource: opened, context: {} };
};

/** Of the resources such a call concerns, the innermost: the policy lists the outer ones with it. */
const controlPlane = ({ method, url }: ServiceRequest): Permission => {
  const [path = ''] = url.split('?');
  const [, , application, , place, collection, number] = path.split('/');
  const inner = collection === 'deployments' ? 'environment' : 'configurationprofile';
  const outer = `application/${application}/${inner}/${place}`;
  const operations: Readonly<Record<string, string>> = {
    'GET hostedconfigurationversions': 'ListHostedConfigurationVersions',
    'POST hostedconfigurationversions': 'CreateHostedConfigurationVersion',
    'GET hostedconfigurationversions/*': 'GetHostedConfigurationVersion',
    'DELETE hostedconfigurationversions/*': 'DeleteHostedConfigurationVersion',
    'GET deployments': 'ListDeployments',
    'POST deployments': 'StartDeployment',
    'GET deployments/*': 'GetDeployment',
    'DELETE deployments/*': 'StopDeployment',
  };
  const action =
    operations[`${method} ${collection}${number === undefined ? '' : '/*'}`] ?? `${method} ${path}`;
  const item = number === undefined ? '' : `/${collection?.replace(/s$/, '')}/${number}`;
  return { action: `appconfig:${action}`, resource: arn('appconfig', outer + item), context: {} };
};
