import type { Environment } from '../environments.ts';
import { smokeScopes } from './smoke-payment.ts';

/** Makes the API key for synthetic and smoke payments and stores it, without showing it. */
export const syntheticKeyCommand = ({ name, mode }: Pick<Environment, 'name' | 'mode'>): string =>
  `npm run -s keys -- create --env ${name}${mode === 'live' ? ' --live' : ''} --scopes ${smokeScopes.join()} --name synthetic | npm run tokens -- synthetic --env ${name}`;
