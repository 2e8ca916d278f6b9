import type { ConfigurationIds } from '../config/configuration-source.ts';
import { required } from './environment.ts';

/** The AppConfig configuration that holds the rules: `APPCONFIG_APPLICATION`, `APPCONFIG_ENVIRONMENT`, `APPCONFIG_PROFILE`. */
export const appConfigIds = (): ConfigurationIds => ({
  application: required('APPCONFIG_APPLICATION'),
  environment: required('APPCONFIG_ENVIRONMENT'),
  profile: required('APPCONFIG_PROFILE'),
});
