/** A request as the firewall sees it: path and query as sent, names of headers in lower case. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Its address is on AWS's list of bad ones. */
  readonly notorious?: boolean;
};

type Match = {
  readonly FieldToMatch: {
    readonly SingleHeader?: { readonly Name: string };
    readonly Method?: object;
    readonly UriPath?: object;
  };
  readonly TextTransformations: readonly { readonly Type: string }[];
};

type Statement = {
  readonly AndStatement?: { readonly Statements: readonly Statement[] };
  readonly NotStatement?: { readonly Statement: Statement };
  readonly ByteMatchStatement?: Match & {
    readonly PositionalConstraint: string;
    readonly SearchString: string;
  };
  readonly RegexMatchStatement?: Match & { readonly RegexString: string };
  readonly RateBasedStatement?: { readonly Limit: number; readonly ScopeDownStatement?: Statement };
  readonly ManagedRuleGroupStatement?: {
    readonly Name: string;
    readonly RuleActionOverrides?: readonly { readonly Name: string; readonly ActionToUse: object }[];
    readonly ScopeDownStatement?: Statement;
  };
};

export type Rule = {
  readonly Name: string;
  readonly Priority: number;
  readonly Statement: Statement;
  readonly Action?: {
    readonly Block?: {
      readonly CustomResponse?: {
        readonly ResponseCode: number;
        readonly ResponseHeaders: readonly { readonly Name: string; readonly Value: string }[];
      };
    };
  };
};

export type Verdict = {
  /** `<group> <rule>` of each managed rule that would block it. */
  readonly blockedBy: readonly string[];
  /** The limits that count it, with the requests that each lets through in its window. */
  readonly countedBy: Readonly<Record<string, number>>;
};

/** What a template's firewall does with one request. Throws for a statement that it does not know. */
export const evaluateWebAcl = (rules: readonly Rule[], request: Sent): Verdict => {
  const blockedBy: string[] = [];
  const countedBy: Record<string, number> = {};
  for (const { Name, Statement } of rules.toSorted((a, b) => a.Priority - b.Priority)) {
    const { RateBasedStatement: limit, ManagedRuleGroupStatement: group } = Statement;
    if (!(limit || group)) throw new Error(`rule ${Name}: neither a limit nor a managed group`);
    const scope = (limit ?? group)?.ScopeDownStatement;
    if (scope && !holds(scope, request)) continue;
    if (limit) countedBy[Name] = limit.Limit;
    if (group) blockedBy.push(...blocks(group, request).map((rule) => `${Name} ${rule}`));
  }
  return { blockedBy, countedBy };
};

const holds = (statement: Statement, request: Sent): boolean => {
  const { AndStatement, NotStatement, ByteMatchStatement, RegexMatchStatement } = statement;
  if (AndStatement) return AndStatement.Statements.every((part) => holds(part, request));
  if (NotStatement) return !holds(NotStatement.Statement, request);
  if (RegexMatchStatement)
    return new RegExp(RegexMatchStatement.RegexString).test(fieldOf(RegexMatchStatement, request));
  if (!ByteMatchStatement) throw new Error(`unknown statement ${Object.keys(statement)}`);
  const { PositionalConstraint, SearchString } = ByteMatchStatement;
  const field = fieldOf(ByteMatchStatement, request);
  if (PositionalConstraint === 'EXACTLY') return field === SearchString;
  if (PositionalConstraint === 'STARTS_WITH') return field.startsWith(SearchString);
  throw new Error(`unknown constraint ${PositionalConstraint}`);
};

const fieldOf = ({ FieldToMatch, TextTransformations }: Match, request: Sent): string => {
  if (TextTransformations.some(({ Type }) => !(Type in transformations)))
    throw new Error('unknown transformation');
  return TextTransformations.reduce(
    (text, { Type }) => transformations[Type as keyof typeof transformations](text),
    partOf(FieldToMatch, request),
  );
};

const partOf = (FieldToMatch: Match['FieldToMatch'], request: Sent): string => {
  if (FieldToMatch.SingleHeader) return request.headers?.[FieldToMatch.SingleHeader.Name] ?? '';
  if (FieldToMatch.Method) return request.method;
  if (FieldToMatch.UriPath) return request.path;
  throw new Error(`unknown field ${Object.keys(FieldToMatch)}`);
};

const blocks = (
  { Name, RuleActionOverrides = [] }: NonNullable<Statement['ManagedRuleGroupStatement']>,
  request: Sent,
): readonly string[] => {
  const group = managed[Name];
  if (!group) throw new Error(`unknown group ${Name}`);
  const known = new Set(Object.keys(group));
  for (const { Name: rule } of RuleActionOverrides)
    if (!known.has(rule)) throw new Error(`${Name} has no rule ${rule}`);
  const counted = new Set(
    RuleActionOverrides.filter(({ ActionToUse }) => 'Count' in ActionToUse).map((override) => override.Name),
  );
  return Object.entries(group).flatMap(([rule, matches]) =>
    !counted.has(rule) && matches(request) ? [rule] : [],
  );
};

type Matches = (request: Sent) => boolean;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const transformations = { NONE: (text: string) => text, URL_DECODE: decoded } as const;

const inBody =
  (pattern: RegExp): Matches =>
  ({ body = '' }) =>
    pattern.test(body);
const inQuery =
  (pattern: RegExp): Matches =>
  ({ query = '' }) =>
    pattern.test(decoded(query));
const inPath =
  (pattern: RegExp): Matches =>
  ({ path }) =>
    pattern.test(decoded(path));
const inHeader =
  (name: string, pattern: RegExp): Matches =>
  ({ headers = {} }) =>
    pattern.test(headers[name] ?? '');

const metadata = /169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal/;
const localFile = /\.\.[/\\]\.\.[/\\]|\/etc\/passwd/;
const remoteFile = /(https?|ftps?|file):\/\/\d{1,3}(\.\d{1,3}){3}/i;
const script = /<script|javascript:|onerror\s*=|<iframe/i;
const log4j = /\$\{jndi:/i;
const deserialized = /java\.lang\.Runtime|getRuntime\(\)/;
const react = /\$ACTION_REF_|"__proto__:then"/;
const restricted = /\.(log|ini|bak|sql|conf)\b/;

/** The rules of AWS's groups, by what AWS publishes of them: sizes are exact, patterns are what the descriptions give as examples. */
const managed: Readonly<Record<string, Readonly<Record<string, Matches>>>> = {
  AWSManagedRulesAmazonIpReputationList: {
    AWSManagedIPReputationList: ({ notorious = false }) => notorious,
  },
  AWSManagedRulesKnownBadInputsRuleSet: {
    JavaDeserializationRCE_HEADER: inHeader('user-agent', deserialized),
    JavaDeserializationRCE_BODY: inBody(deserialized),
    JavaDeserializationRCE_URIPATH: inPath(deserialized),
    JavaDeserializationRCE_QUERYSTRING: inQuery(deserialized),
    Host_localhost_HEADER: inHeader('host', /^localhost/),
    PROPFIND_METHOD: ({ method }) => method === 'PROPFIND',
    ExploitablePaths_URIPATH: inPath(/web-inf|\.git\//i),
    Log4JRCE_HEADER: inHeader('user-agent', log4j),
    Log4JRCE_QUERYSTRING: inQuery(log4j),
    Log4JRCE_BODY: inBody(log4j),
    Log4JRCE_URIPATH: inPath(log4j),
    ReactJSRCE_BODY: inBody(react),
  },
  AWSManagedRulesCommonRuleSet: {
    NoUserAgent_HEADER: ({ headers = {} }) => headers['user-agent'] === undefined,
    UserAgent_BadBots_HEADER: inHeader('user-agent', /nessus|nmap/i),
    SizeRestrictions_QUERYSTRING: ({ query = '' }) => query.length > 2_048,
    SizeRestrictions_Cookie_HEADER: ({ headers = {} }) => (headers.cookie ?? '').length > 10_240,
    SizeRestrictions_BODY: ({ body = '' }) => body.length > 8_192,
    SizeRestrictions_URIPATH: ({ path }) => path.length > 1_024,
    EC2MetaDataSSRF_BODY: inBody(metadata),
    EC2MetaDataSSRF_COOKIE: inHeader('cookie', metadata),
    EC2MetaDataSSRF_URIPATH: inPath(metadata),
    EC2MetaDataSSRF_QUERYARGUMENTS: inQuery(metadata),
    GenericLFI_QUERYARGUMENTS: inQuery(localFile),
    GenericLFI_URIPATH: inPath(localFile),
    GenericLFI_BODY: inBody(localFile),
    RestrictedExtensions_URIPATH: inPath(restricted),
    RestrictedExtensions_QUERYARGUMENTS: inQuery(restricted),
    GenericRFI_QUERYARGUMENTS: inQuery(remoteFile),
    GenericRFI_BODY: inBody(remoteFile),
    GenericRFI_URIPATH: inPath(remoteFile),
    CrossSiteScripting_COOKIE: inHeader('cookie', script),
    CrossSiteScripting_QUERYARGUMENTS: inQuery(script),
    CrossSiteScripting_BODY: inBody(script),
    CrossSiteScripting_URIPATH: inPath(script),
  },
};
