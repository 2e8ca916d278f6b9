import { defaultDeliverySchedule } from '../outbound-webhooks/delivery-schedule.ts';
import { defaultRecoverySchedule } from '../payments/recovery/check-schedule.ts';
import { withoutEndSlashes } from '../types/without-end-slashes.ts';

/** A variable that the function requires. Read on use, since each function gets only the variables that it needs. */
export const requireVariable = (variable: string): string => {
  const value = process.env[variable];
  if (value === undefined || value === '') throw new Error(`${variable} is not set`);
  return value;
};

/** `MODE`. An environment is one merchant account in one mode. */
export const livemode = (): boolean => requireVariable('MODE') === 'live';

/** `ENVIRONMENT`: the environment's name, as `--env` takes it; `local` on a developer's machine. */
export const environmentName = (): string => requireVariable('ENVIRONMENT');

/** `CARD_CAPTURE=on`: this service may receive card numbers (PCI DSS SAQ D for its operator). Off by default. */
export const cardCapture = (): boolean => process.env.CARD_CAPTURE === 'on';

/** `PUBLIC_URL`: the origin that browsers and PSPs see, without a trailing slash. */
export const publicUrl = (): string => withoutEndSlashes(requireVariable('PUBLIC_URL'));

/** `HOSTED_PAGE=on`: this service has a page for paying each session, below this address. */
export const hostedPages = (): string | undefined =>
  process.env.HOSTED_PAGE === 'on' ? `${publicUrl()}/pay` : undefined;

/** `RECOVERY_SCHEDULE_S`: seconds from opening to each check, rising, comma-separated; the default is `defaultRecoverySchedule`. */
export const recoverySchedule = (): readonly number[] => {
  const given = process.env.RECOVERY_SCHEDULE_S;
  return given === undefined || given === '' ? defaultRecoverySchedule : given.split(',').map(Number);
};

/** `REQUIRE_APPROVAL=on`: a rule comes into force only after another key has approved it. */
export const approvalRequired = (): boolean => process.env.REQUIRE_APPROVAL === 'on';

/** `RECOVERY_ABSENCE_MARGIN_S`: for tests only, shortens the wait after which a PSP's "not found" proves absence. */
export const absenceMargin = (): { readonly absence_margin_ms?: number } => {
  const given = process.env.RECOVERY_ABSENCE_MARGIN_S;
  return given === undefined || given === '' ? {} : { absence_margin_ms: Number(given) * 1000 };
};

/**
 * `HEALTH_TICK_S`: the length of a health window in seconds; verdicts are two windows behind and cached for four. The default is 5, as the tumbling
 * window of the streams.
 */
export const healthTick = (): number => Number(process.env.HEALTH_TICK_S || 5);

/**
 * `DYNAMODB_LIMIT_MS`: how long one request to the store may take; the default is 2,000. On a developer's machine the store waits for the same busy
 * disk and processors as everything else.
 */
export const dynamoDbLimit = (): number => Number(process.env.DYNAMODB_LIMIT_MS || 2_000);

/** `DELIVERY_SCHEDULE_S`: seconds between tries of a webhook, comma-separated; the default is `defaultDeliverySchedule`. */
export const deliverySchedule = (): readonly number[] => {
  const given = process.env.DELIVERY_SCHEDULE_S;
  return given === undefined || given === '' ? defaultDeliverySchedule : given.split(',').map(Number);
};

/** `WEBHOOK_ADDRESSES=any`: webhooks may also go to private addresses. Set only on a developer's machine. */
export const anyWebhookAddress = (): boolean => process.env.WEBHOOK_ADDRESSES === 'any';

/** `PSP_<ID>_BASE_URL`: overrides the address of one PSP account. */
export const baseUrlOf = (account: string): string | undefined =>
  process.env[`PSP_${account.toUpperCase()}_BASE_URL`];
