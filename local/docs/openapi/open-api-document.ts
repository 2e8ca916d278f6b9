/** The parts of JSON Schema 2020-12 that the document uses. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type ExampleValue = { readonly summary: string; readonly value: unknown };

export type MediaType = {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, ExampleValue>>;
};

export type Header = { readonly description: string; readonly schema: JsonSchema };

export type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** An object whose fields are sent as `created[gte]=…`. */
  readonly style?: 'deepObject';
  readonly schema: JsonSchema;
};

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
};

export type PathItem = {
  readonly get?: Operation;
  readonly post?: Operation;
  readonly delete?: Operation;
};

/** The parts of an OpenAPI 3.1 document that this API needs. */
export type OpenApiDocument = {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }>
    >;
  };
};
