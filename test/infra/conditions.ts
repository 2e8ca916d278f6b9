/** What a call says under each condition key; a key that it does not have is absent. */
export type Context = Readonly<Record<string, readonly string[]>>;

/** By operator and key, the values that are allowed. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Whether all conditions of a statement hold, for the operators that our policies use. Throws for any other. */
export const hold = (conditions: Conditions, context: Context): boolean =>
  Object.entries(conditions).every(([operator, byKey]) =>
    Object.entries(byKey).every(([key, values]) => holds(operator, context[key], values)),
  );

const holds = (
  operator: string,
  given: readonly string[] | undefined,
  values: readonly string[],
): boolean => {
  const listed = (given ?? []).every((value) => values.includes(value));
  switch (operator) {
    case 'StringEquals':
      return given !== undefined && listed;
    case 'ForAnyValue:StringEquals':
      return given?.some((value) => values.includes(value)) ?? false;
    // Both hold for a key that is not there.
    case 'StringEqualsIfExists':
    case 'ForAllValues:StringEquals':
      return listed;
    // Holds for a key that is not there. `*` at the end matches any rest.
    case 'ForAllValues:StringNotLike':
      return !(given ?? []).some((value) => values.some((pattern) => isLike(value, pattern)));
    default:
      throw new Error(`${operator} is not emulated.`);
  }
};

const isLike = (value: string, pattern: string): boolean =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;

type Keyed = Readonly<Record<string, unknown>>;
type Write = {
  readonly Key?: Keyed;
  readonly Item?: Keyed;
  readonly ReturnValues?: string;
  readonly Select?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ProjectionExpression?: string;
  readonly FilterExpression?: string;
};

/**
 * The condition keys of one DynamoDB operation: the partition key `id` of its item, the attributes it names, `ReturnValues` and `Select`. There is none for
 * `ReturnValuesOnConditionCheckFailure`. Source: the service authorization reference of DynamoDB.
 */
export const dynamoDbContext = (input: Write): Context => {
  const { ExpressionAttributeNames = {}, ReturnValues, Select } = input;
  const expressions = [
    input.UpdateExpression,
    input.ConditionExpression,
    input.ProjectionExpression,
    input.FilterExpression,
  ].join(' ');
  const named = (expressions.match(/(?<![:\w#])[#a-z_]\w*/gi) ?? [])
    .filter((word) => !words.includes(word))
    .map((word) => ExpressionAttributeNames[word] ?? word);
  const attributes = [...Object.keys(input.Key ?? {}), ...Object.keys(input.Item ?? {}), ...named];
  const { id } = input.Item ?? input.Key ?? {};
  return {
    ...(isText(id) && { 'dynamodb:LeadingKeys': [id.S] }),
    'dynamodb:Attributes': [...new Set(attributes)],
    ...(ReturnValues !== undefined && { 'dynamodb:ReturnValues': [ReturnValues] }),
    ...(Select !== undefined && { 'dynamodb:Select': [Select] }),
  };
};

const isText = (value: unknown): value is { readonly S: string } =>
  typeof (value as { readonly S?: unknown } | undefined)?.S === 'string';

const words: readonly string[] = [
  ...['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN'],
  ...['attribute_exists', 'attribute_not_exists', 'begins_with', 'contains', 'size', 'if_not_exists'],
];
