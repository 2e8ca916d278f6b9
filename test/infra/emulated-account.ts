import type { WireAnswer, WireRequest } from '../../local/aws/wire.ts';
import type { Template } from './assembly.ts';
import { type EmulatedStack, emulateStacks, type TakeIntoService, xml } from './emulated-stacks.ts';

export const accountId = '123456789012';
/** What `cdk bootstrap` leaves behind. */
export const bootstrapped = '/cdk-bootstrap/hnb659fds/version';

export type EmulatedFunction = {
  readonly versions: Readonly<Record<string, string>>;
  live: string;
  readonly variables?: Readonly<Record<string, string>>;
};

/** An account of AWS's as far as the tools of `infra/` and the CDK command line look at it. */
export type EmulatedAccount = {
  /** Functions at once. */
  quota: number;
  secrets: Record<string, object>;
  parameters: Record<string, string>;
  /** Regions in which nothing is stored in Parameter Store. */
  bare: readonly string[];
  /** What Logs Insights finds; undefined: these credentials may not ask. */
  logged: readonly Readonly<Record<string, string>>[] | undefined;
  /** By name: its versions with the times of their publication, and the one that the alias `live` is at. */
  functions: Record<string, EmulatedFunction>;
  /** How many of the next calls Lambda throttles. */
  throttled: number;
  /** By region and name: `eu-central-1/payments-dev`. */
  /** Logs Insights queries, and the last one that was told to be running. */
  readonly queries: { readonly logGroupNames: readonly string[]; readonly queryString: string }[];
  answered?: string;
  /** The subscriptions of each topic, by name: an ARN, or `PendingConfirmation`. */
  topics: Record<string, readonly string[]>;
  readonly stacks: Map<string, EmulatedStack>;
  /** What DynamoDB says of an index of each table when it is next asked about one; active without such a word. */
  readonly indexWords: string[];
  readonly rolledBackFor: readonly string[];
  /** Objects in S3, by path. */
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly serve: (request: WireRequest) => Promise<WireAnswer>;
};

const nowhere: TakeIntoService = async () => ({});

export const emulateAccount = (takeIntoService: TakeIntoService = nowhere): EmulatedAccount => {
  const objects = new Map<string, Buffer>();
  const templateAt = (url: string): Template =>
    JSON.parse(String(objects.get(decodeURIComponent(new URL(url).pathname))));
  const cloudFormation = emulateStacks(templateAt, takeIntoService);
  const account: EmulatedAccount = {
    quota: 1_000,
    secrets: {},
    parameters: { [bootstrapped]: '30' },
    bare: [],
    functions: {},
    throttled: 0,
    logged: [],
    queries: [],
    topics: {},
    indexWords: [],
    stacks: cloudFormation.stacks,
    rolledBackFor: cloudFormation.failures,
    objects,
    serve: async (request) => {
      const [, region = '', service] =
        /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
      const form = new URLSearchParams(request.body.toString());
      switch (service) {
        case 'sts':
          return sts(form, request);
        case 'cloudformation':
          return cloudFormation.serve(region, form);
        case 'ssm':
          return parameterStore(account, region, request);
        case 'secretsmanager':
          return secret(account, request);
        case 'lambda':
          return lambda(account, request);
        case 'dynamodb':
          return dynamoDb(account);
        case 'logs':
          return logs(account, request);
        case 'sns':
          return sns(account, region, form);
        case 's3':
          return s3(objects, request);
        default:
          return json({ message: `${service} is not served here` }, 404);
      }
    },
  };
  return account;
};

const json = (body: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(body) });

const sts = (form: URLSearchParams, { headers }: WireRequest): WireAnswer => {
  if (form.get('Action') === 'AssumeRole')
    return xml(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>role</AccessKeyId><SecretAccessKey>role</SecretAccessKey><SessionToken>role</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  return headers.accept?.includes('json')
    ? json({ GetCallerIdentityResponse: { GetCallerIdentityResult: { Account: accountId } } })
    : xml(
        `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::${accountId}:user/someone</Arn><UserId>someone</UserId><Account>${accountId}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
};

const parameterStore = (
  { parameters, bare }: EmulatedAccount,
  region: string,
  { headers, body }: WireRequest,
): WireAnswer => {
  const { Name, Value, Type, WithDecryption } = JSON.parse(body.toString());
  if (headers['x-amz-target'] === 'AmazonSSM.PutParameter') {
    parameters[Name] = Type === 'SecureString' ? Value : 'readable by anybody';
    return json({ Version: 1 });
  }
  const stored = bare.includes(region) ? undefined : parameters[Name];
  if (stored === undefined) return json({ __type: 'ParameterNotFound' }, 400);
  return json({ Parameter: { Name, Value: WithDecryption ? stored : 'encrypted' } });
};

/** Secrets by name, and by `name#label` what is under another label than the current version's. */
const secret = ({ secrets }: EmulatedAccount, { headers, body }: WireRequest): WireAnswer => {
  const { SecretId, SecretString, VersionStages, VersionStage = 'AWSCURRENT' } = JSON.parse(body.toString());
  if (headers['x-amz-target'] === 'secretsmanager.PutSecretValue') {
    // The first version gets the label of the current one, whatever label is asked for.
    const labels: readonly string[] = secrets[SecretId] ? VersionStages : ['AWSCURRENT', ...VersionStages];
    for (const label of labels)
      secrets[label === 'AWSCURRENT' ? SecretId : `${SecretId}#${label}`] = JSON.parse(SecretString);
    return json({ VersionStages: labels });
  }
  const found = secrets[VersionStage === 'AWSCURRENT' ? SecretId : `${SecretId}#${VersionStage}`];
  return found
    ? json({ SecretString: JSON.stringify(found) })
    : json({ __type: 'ResourceNotFoundException' }, 400);
};

const lambda = (account: EmulatedAccount, { method, path, query, body }: WireRequest): WireAnswer => {
  if (path === '/2016-08-19/account-settings')
    return json({ AccountLimit: { ConcurrentExecutions: account.quota } });
  if (account.throttled > 0) {
    account.throttled -= 1;
    return json({ message: 'Rate exceeded' }, 429);
  }
  const [, name = '', what] =
    /^\/2015-03-31\/functions\/([a-z-]+)\/(aliases\/live|versions|configuration)$/.exec(path) ?? [];
  const found = account.functions[name];
  if (what === undefined || found === undefined) return json({ message: `${method} ${path}` }, 404);
  if (what === 'configuration') return json({ Environment: { Variables: found.variables } });
  if (what === 'versions') return json(pageOfVersions(found, query.get('Marker')));
  if (method === 'PUT') found.live = JSON.parse(body.toString()).FunctionVersion;
  return json({ FunctionVersion: found.live });
};

/** Two to a page, the oldest first, as Lambda lists them. */
const pageOfVersions = ({ versions }: EmulatedFunction, marker: string | null): object => {
  const all = [['$LATEST', '2026-11-30T00:00:00.000+0000'], ...Object.entries(versions)].map(
    ([Version, LastModified]) => ({ Version, LastModified }),
  );
  const from = Number(marker ?? 0);
  return {
    Versions: all.slice(from, from + 2),
    ...(from + 2 < all.length && { NextMarker: String(from + 2) }),
  };
};

const dynamoDb = ({ indexWords }: EmulatedAccount): WireAnswer => {
  const IndexStatus = indexWords.shift() ?? 'ACTIVE';
  return json({ Table: { GlobalSecondaryIndexes: [{ IndexName: 'an index', IndexStatus }] } });
};

/** One item a page. */
const sns = ({ topics }: EmulatedAccount, region: string, form: URLSearchParams): WireAnswer => {
  const arnOf = (name: string) => `arn:aws:sns:${region}:${accountId}:${name}`;
  const page = Number(form.get('NextToken') ?? 0);
  const paged = (tag: string, all: readonly string[]): WireAnswer => {
    const item = all[page] === undefined ? '' : `<member><${tag}>${all[page]}</${tag}></member>`;
    return xml(`<r>${item}${page + 1 < all.length ? `<NextToken>${page + 1}</NextToken>` : ''}</r>`);
  };
  if (form.get('Action') === 'ListTopics') return paged('TopicArn', Object.keys(topics).map(arnOf));
  const [, found] = Object.entries(topics).find(([name]) => arnOf(name) === form.get('TopicArn')) ?? [];
  return found ? paged('SubscriptionArn', found) : { status: 404, body: '<Code>NotFound</Code>' };
};

/** CloudWatch Logs Insights: a query is running when it is first asked about. */
const logs = (account: EmulatedAccount, { headers, body }: WireRequest): WireAnswer => {
  if (account.logged === undefined) return json({ __type: 'AccessDeniedException' }, 400);
  if (headers['x-amz-target'] === 'Logs_20140328.StartQuery') {
    account.queries.push(JSON.parse(body.toString()));
    return json({ queryId: String(account.queries.length) });
  }
  const asked = JSON.parse(body.toString()).queryId;
  if (asked !== account.answered) {
    account.answered = asked;
    return json({ status: 'Running', results: [] });
  }
  const results = account.logged.map((row) =>
    Object.entries(row).map(([field, value]) => ({ field, value })),
  );
  return json({ status: 'Complete', results });
};

/** Of the bootstrap's bucket: where it is, what is in it, and what is put there, also in parts. */
const s3 = (objects: Map<string, Buffer>, { method, path, query, body }: WireRequest): WireAnswer => {
  if (method === 'PUT') {
    const part = query.get('partNumber');
    objects.set(part === null ? path : partOf(path, Number(part)), body);
    return { ...xml(''), headers: { etag: '"stored"' } };
  }
  if (query.has('uploads'))
    return xml('<InitiateMultipartUploadResult><UploadId>upload</UploadId></InitiateMultipartUploadResult>');
  if (method === 'POST' && query.has('uploadId')) {
    const parts: Buffer[] = [];
    for (let part = objects.get(partOf(path, 1)); part; part = objects.get(partOf(path, parts.length + 1)))
      parts.push(part);
    objects.set(path, Buffer.concat(parts));
    return xml('<CompleteMultipartUploadResult><ETag>stored</ETag></CompleteMultipartUploadResult>');
  }
  if (query.has('location')) return xml('<LocationConstraint></LocationConstraint>');
  if (query.has('encryption')) return xml('<ServerSideEncryptionConfiguration/>');
  const key = query.get('prefix') ?? '';
  const found = objects.get(`${path.replace(/\/$/, '')}/${key}`);
  return xml(
    `<ListBucketResult>${found ? `<KeyCount>1</KeyCount><Contents><Key>${key}</Key><Size>${found.length}</Size></Contents>` : '<KeyCount>0</KeyCount>'}</ListBucketResult>`,
  );
};

const partOf = (path: string, number: number): string => `${path}#${number}`;
