import { randomBytes } from 'node:crypto';

/**
 * Replaces the SDK's codec for DynamoDB in the bundles (`infra/lambda/bundling.ts`). The SDK's codec walks each request and response along its
 * operation's schema to support binary attributes, dates and numbers of any size. Our records have none: their requests and responses are already
 * JSON, and DynamoDB refuses any binary value.
 */
export class DynamoDBJsonCodec2 {
  setSerdeContext(): void {}
  createSerializer(): Serializer {
    return new Serializer();
  }
  createDeserializer(): typeof deserializer {
    return deserializer;
  }
}

type Input = { readonly ClientRequestToken?: string | undefined };

const isTransaction = (schema: unknown): boolean =>
  Array.isArray(schema) && schema[2] === 'TransactWriteItemsInput';

/** Every repeat of the request by the SDK has the same token: after a lost response, DynamoDB makes the write no second time. */
const withToken = ({ ClientRequestToken = randomBytes(16).toString('base64url'), ...input }: Input) => ({
  ...input,
  ClientRequestToken,
});

class Serializer {
  #text = '';

  setSerdeContext(): void {}
  write(schema: unknown, input: Input): void {
    this.#text = JSON.stringify(isTransaction(schema) ? withToken(input) : input);
  }
  flush(): string {
    return this.#text;
  }
}

const deserializer = {
  setSerdeContext: (): void => undefined,
  read: async (_schema: unknown, { buffer, byteOffset, byteLength }: Uint8Array): Promise<unknown> =>
    JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()),
  readObject: (_schema: unknown, value: unknown): unknown => value,
};
