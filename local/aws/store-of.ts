import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Credentials } from './credentials.ts';

/** A store, and what its callers sign with. */
export type Store = { readonly url: string; readonly credentials: Credentials };

/** The store of a service that runs on this machine, from its functions' environment. */
export const storeOf = ({
  AWS_ENDPOINT_URL_DYNAMODB: url = '',
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
}: Readonly<Record<string, string>>): Store => ({
  url,
  credentials: accessKeyId === undefined ? 'own' : { accessKeyId, secretAccessKey },
});

/** A client of it, to be destroyed by its owner. */
export const connectTo = ({ url, credentials }: Store): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: url,
    maxAttempts: 1,
    ...(credentials !== 'own' && { region: 'local', credentials }),
  });
