import type { ConfigurationIds } from '../config/configuration-source.ts';
import { requireVariable } from './environment.ts';

/** The AppConfig configuration that holds the rules: `APPCONFIG_APPLICATION`, `APPCONFIG_ENVIRONMENT`, `APPCONFIG_PROFILE`. */
export const appConfigIds = (): ConfigurationIds => ({
  application: requireVariable('APPCONFIG_APPLICATION'),
  environment: requireVariable('APPCONFIG_ENVIRONMENT'),
  profile: requireVariable('APPCONFIG_PROFILE'),
});
