import { AwsError } from '../../local/aws/aws-error.ts';
import type { WireAnswer } from '../../local/aws/wire.ts';
import type { Template } from './assembly.ts';

export type EmulatedStack = {
  status: string;
  /** When its last update began. */
  readonly updated?: string;
  template?: Template;
  outputs?: Readonly<Record<string, string>>;
  /** Of a stack below another: that one's. */
  readonly parent?: string;
};

/** Takes what a deployed template, and those of the stacks below it, hold into service; its answer are the outputs whose values only AWS knows. Throws where AWS would roll back. */
export type TakeIntoService = (
  name: string,
  template: Template,
  below: readonly Template[],
) => Promise<Readonly<Record<string, string>>>;

/** CloudFormation as far as the CDK command line asks it: change sets, which are made, read and executed at once. */
export const emulateStacks = (templateAt: (url: string) => Template, takeIntoService: TakeIntoService) => {
  const stacks = new Map<string, EmulatedStack>();
  const changeSets = new Map<string, Template>();

  /** Stacks are asked for by name or by ARN. */
  const keyOf = (region: string, form: URLSearchParams): string =>
    `${region}/${(form.get('StackName') ?? '').replace(/^.*:stack\//, '').replace(/\/.*$/, '')}`;
  const arnOf = (key: string): string => {
    const [region, name] = key.split('/');
    return `arn:aws:cloudformation:${region}:123456789012:stack/${name}/1`;
  };
  const found = (key: string): EmulatedStack => {
    const stack = stacks.get(key);
    if (!stack) throw missing(key);
    return stack;
  };
  /** They too are asked for by name or by ARN. */
  const idOf = (key: string, form: URLSearchParams): string =>
    `${arnOf(key)}/${form.get('ChangeSetName')?.split('/').at(-1)}`;
  const changeSet = (key: string, form: URLSearchParams) => {
    const set = changeSets.get(idOf(key, form));
    if (!set) throw new AwsError('ChangeSetNotFound', 404, 'no such change set');
    return set;
  };

  const regionOf = (key: string): string => String(key.split('/')[0]);
  /** By logical id. Throws if one was not uploaded. */
  const templatesBelow = (
    { Resources }: Template,
    region: string,
  ): readonly (readonly [string, Template])[] =>
    Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::CloudFormation::Stack'
        ? [[id, templateAt(addressIn(Properties.TemplateURL, region))] as const]
        : [],
    );
  const resourcesBelow = (key: string): readonly string[] => {
    found(key);
    return [...stacks].flatMap(([name, { parent }]) =>
      parent === key
        ? [
            `<member><LogicalResourceId>${name.slice(key.length + 1)}</LogicalResourceId><PhysicalResourceId>${arnOf(name)}</PhysicalResourceId><ResourceType>AWS::CloudFormation::Stack</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`,
          ]
        : [],
    );
  };

  const actions: Readonly<Record<string, (key: string, form: URLSearchParams) => string | Promise<string>>> =
    {
      DescribeStacks: (key) => `<Stacks>${describe(arnOf(key), key, found(key))}</Stacks>`,
      GetTemplate: (key) =>
        `<TemplateBody>${xmlText(JSON.stringify(found(key).template ?? {}))}</TemplateBody>`,
      CreateChangeSet: (key, form) => {
        const id = idOf(key, form);
        changeSets.set(id, templateAt(form.get('TemplateURL') ?? ''));
        if (!stacks.has(key)) stacks.set(key, { status: 'REVIEW_IN_PROGRESS' });
        return `<Id>${id}</Id><StackId>${arnOf(key)}</StackId>`;
      },
      DescribeChangeSet: (key, form) => {
        const template = changeSet(key, form);
        const before = found(key).template?.Resources ?? {};
        const changes = Object.entries(template.Resources).flatMap(([id, resource]) => {
          const is = JSON.stringify(resource);
          if (JSON.stringify(before[id]) === is) return [];
          return `<member><Type>Resource</Type><ResourceChange><Action>${before[id] ? 'Modify' : 'Add'}</Action><LogicalResourceId>${id}</LogicalResourceId><ResourceType>${resource.Type}</ResourceType></ResourceChange></member>`;
        });
        const ends =
          changes.length > 0
            ? '<Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus>'
            : "<Status>FAILED</Status><ExecutionStatus>UNAVAILABLE</ExecutionStatus><StatusReason>The submitted information didn't contain changes.</StatusReason>";
        return `<ChangeSetId>${idOf(key, form)}</ChangeSetId><StackId>${arnOf(key)}</StackId><StackName>${key.split('/')[1]}</StackName>${ends}<Changes>${changes.join('')}</Changes>`;
      },
      ExecuteChangeSet: async (key, form) => {
        const template = changeSet(key, form);
        const stack = found(key);
        const first = stack.template === undefined;
        try {
          rejectIndexes(stack.template, template);
          const below = [...templatesBelow(template, regionOf(key))];
          stack.outputs = await takeIntoService(
            String(key.split('/')[1]),
            template,
            below.map(([, inner]) => inner),
          );
          stack.template = template;
          stack.status = first ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE';
          for (const [id, inner] of below)
            stacks.set(`${key}-${id}`, { status: stack.status, template: inner, parent: key });
        } catch (error) {
          stack.status = first ? 'ROLLBACK_COMPLETE' : 'UPDATE_ROLLBACK_COMPLETE';
          failures.push(String(error));
        }
        return '';
      },
      ListStackResources: (key) =>
        `<StackResourceSummaries>${resourcesBelow(key).join('')}</StackResourceSummaries>`,
      DescribeStackEvents: () => '<StackEvents></StackEvents>',
      DeleteChangeSet: (key, form) => {
        changeSets.delete(idOf(key, form));
        return '';
      },
      DeleteStack: (key) => {
        stacks.delete(key);
        return '';
      },
    };
  const failures: string[] = [];

  return {
    stacks,
    /** Why stacks were rolled back. */
    failures,
    serve: async (region: string, form: URLSearchParams): Promise<WireAnswer> => {
      const action = form.get('Action') ?? '';
      const answer = actions[action];
      if (!answer) throw new AwsError('InvalidAction', 400, `${action} is not served here`);
      try {
        const inner = await answer(keyOf(region, form), form);
        return xml(`<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`);
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const { code, status, message } = error;
        return xml(
          `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
          status,
        );
      }
    },
  };
};

type Keys = readonly { readonly AttributeName: string }[];
type Table = {
  readonly TableName: string;
  readonly AttributeDefinitions: Keys;
  readonly KeySchema: Keys;
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string; readonly KeySchema: Keys }[];
};

/** As DynamoDB does: attributes are defined exactly if they are keys, and an existing table gains or loses one index at a time. */
const rejectIndexes = (before: Template | undefined, after: Template): void => {
  for (const [id, { Type, Properties }] of Object.entries(after.Resources)) {
    if (Type !== 'AWS::DynamoDB::GlobalTable') continue;
    const table = Properties as unknown as Table;
    const indexes = table.GlobalSecondaryIndexes ?? [];
    const keys = [table.KeySchema, ...indexes.map(({ KeySchema }) => KeySchema)].flat();
    const names = (all: Keys) =>
      [...new Set(all.map(({ AttributeName }) => AttributeName))].toSorted().join();
    if (names(keys) !== names(table.AttributeDefinitions))
      throw new Error(`${table.TableName}: attributes are not those of its keys`);
    const was = before?.Resources[id]?.Properties as unknown as Table | undefined;
    const changed = new Set(indexes.map(({ IndexName }) => IndexName)).symmetricDifference(
      new Set((was?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName)),
    );
    if (was && changed.size > 1)
      throw new Error('Cannot perform more than one GSI creation or deletion in a single update');
  }
};

const pseudo = (region: string): Readonly<Record<string, string>> => ({
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::AccountId': '123456789012',
});

/** A template's address is put together from the account and the region. */
const addressIn = (value: unknown, region: string): string => {
  const { 'Fn::Sub': text, 'Fn::Join': join } = value as {
    readonly 'Fn::Sub'?: string;
    readonly 'Fn::Join'?: readonly [string, readonly (string | { readonly Ref: string })[]];
  };
  const of = (name: string): string => pseudo(region)[name] ?? name;
  return join
    ? join[1].map((part) => (typeof part === 'string' ? part : of(part.Ref))).join('')
    : String(text).replace(/\$\{([\w:]+)\}/g, (_, name: string) => of(name));
};

const missing = (key: string): AwsError =>
  new AwsError('ValidationError', 400, `Stack with id ${key.split('/')[1]} does not exist`);

const describe = (arn: string, key: string, { status, updated, outputs = {} }: EmulatedStack): string => {
  const members = Object.entries(outputs).map(
    ([name, value]) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${xmlText(value)}</OutputValue></member>`,
  );
  return `<member><StackName>${key.split('/')[1]}</StackName><StackId>${arn}</StackId><StackStatus>${status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>${updated === undefined ? '' : `<LastUpdatedTime>${updated}</LastUpdatedTime>`}<Outputs>${members.join('')}</Outputs></member>`;
};

/** An answer of the Query protocol, and of S3. */
export const xml = (body: string, status = 200): WireAnswer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body,
});

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
