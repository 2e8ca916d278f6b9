import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const client = new SecretsManagerClient({});

export const call = (_operation: string): Promise<unknown> =>
  client.send(new GetSecretValueCommand({ SecretId: process.env.TOKENS_SECRET }));
