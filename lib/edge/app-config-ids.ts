import type { ConfigurationIds } from '../config/configuration-source.ts';

/** Which configuration of AppConfig holds the rules, as the environment names it. */
export const appConfigIds = (): ConfigurationIds => ({
  application: required('APPCONFIG_APPLICATION'),
  environment: required('APPCONFIG_ENVIRONMENT'),
  profile: required('APPCONFIG_PROFILE'),
});

export const required = (variable: string): string => {
  const value = process.env[variable];
  if (value === undefined || value === '') throw new Error(`${variable} is not set`);
  return value;
};
