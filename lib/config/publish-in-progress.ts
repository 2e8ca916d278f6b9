import { ApiError } from '../types/api-error.ts';

/** A publish takes a second or two, a watched deployment longer: the caller asks again rather than being told how long. */
export const publishInProgress = (): ApiError =>
  new ApiError(
    'routing_publish_in_progress',
    'Another change of the routing rules is being published. Nothing was changed.',
    {
      retry_after: 2,
    },
  );
