/**
 * Replaces the SDK's codec for DynamoDB in the bundles (`infra/bundling.ts`). That one walks each request and each answer along the schema of its
 * operation, part by part, for the sake of binary attributes, dates and numbers of any size. Records have none: their requests and answers are JSON as
 * they are, and what is binary after all is refused by DynamoDB.
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

class Serializer {
  #text = '';

  setSerdeContext(): void {}
  write(_schema: unknown, input: unknown): void {
    this.#text = JSON.stringify(input);
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
