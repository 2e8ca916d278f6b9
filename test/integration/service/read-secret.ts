import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Service } from './start-service.ts';

/** One version of a secret of Secrets Manager, as the functions read it. */
export const readSecret = async (
  { environment }: Pick<Service, 'environment'>,
  SecretId: string,
  VersionStage = 'AWSCURRENT',
): Promise<string> => {
  const client = new SecretsManagerClient({
    endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    region: 'us-east-1',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))).SecretString ?? '';
  } finally {
    client.destroy();
  }
};
