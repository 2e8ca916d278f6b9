import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type AwsCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** What the local parts of AWS accept: these credentials, or the `own` ones of whoever started them, from wherever AWS's tools find them. */
export type Credentials = AwsCredentials | 'own';

/** Temporary credentials change while the program runs. */
export const currentCredentials = async (credentials: Credentials): Promise<AwsCredentials> => {
  if (credentials !== 'own') return credentials;
  // Most starts make their own, and need none of this.
  client ??= import('@aws-sdk/client-dynamodb').then(({ DynamoDBClient }) => new DynamoDBClient({}));
  return (await client).config.credentials();
};

let client: Promise<DynamoDBClient> | undefined;
