import { ApiError } from '../types/api-error.ts';
import type { Candidate } from '../types/routing.ts';
import { AppConfigRefusal } from './ask-app-config.ts';

/** A publish takes a second or two. */
export const publishInProgress = (): ApiError =>
  new ApiError(
    'routing_publish_in_progress',
    'Another change to the routing rules is being published. Nothing was changed.',
    {
      retry_after: 2,
    },
  );

/** `until`: Unix milliseconds. */
export const changeIsWatched = (until: number, now: number): ApiError => {
  const left_s = Math.max(2, Math.ceil((until - now) / 1000));
  return new ApiError(
    'routing_publish_in_progress',
    `The last change of the routing rules is being watched for up to ${Math.ceil(left_s / 60)} min. Nothing was changed. To act at once, roll back a rule, stop a rollout or take a PSP out.`,
    { retry_after: left_s },
  );
};

/** The watched change is withdrawn, but what was to follow it is not published. */
export const onlyStopped = (): ApiError =>
  new ApiError(
    'routing_unavailable',
    'The last change of the routing rules was stopped: the rules from before it come back into force. Yours is not published yet. Try again.',
    { retry_after: 2 },
  );

export const rolloutInProgress = ({ rule: { name, version }, percent }: Candidate): ApiError =>
  new ApiError(
    'rollout_in_progress',
    `Version ${version} of rule ${name} is being rolled out: ${percent} % of its sessions use it. Complete or stop the rollout first.`,
    { param: 'name' },
  );

/** Maps a failed call to AppConfig's control plane to an error that says either to try again or to contact the operator. */
export const publishingError = (cause: unknown): ApiError => {
  const status = statusOf(cause) ?? 500;
  return status < 500 && status !== 429
    ? new ApiError('internal', 'The routing rules cannot be published: AppConfig rejected the call.', {
        cause,
      })
    : new ApiError('routing_unavailable', 'The routing rules cannot be published right now. Try again.', {
        retry_after: 2,
        cause,
      });
};

export const statusOf = (error: unknown): number | undefined =>
  error instanceof AppConfigRefusal ? error.status : undefined;
