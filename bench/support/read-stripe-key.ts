import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The key with which a handler written by hand calls the Stripe simulator. */
export const readStripeKey = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const accounts: Record<string, { readonly secret: string }> = JSON.parse(environment.PSP_ACCOUNTS ?? '{}');
  const SecretId = accounts.stripe?.secret;
  const { psp } = JSON.parse(await readSecret(environment, SecretId));
  return psp.stripe.api_key;
};

/** A secret of the running local service. */
const readSecret = async (
  environment: Readonly<Record<string, string>>,
  SecretId: string | undefined,
): Promise<string> => {
  const client = new SecretsManagerClient({
    endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    region: 'local',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
    return SecretString;
  } finally {
    client.destroy();
  }
};
