import { ApiError } from '../types/api-error.ts';

/** A publish takes a second or two, a watched deployment longer: no time is given, the caller asks again. */
export const publishInProgress = (): ApiError =>
  new ApiError(
    'routing_publish_in_progress',
    'Another change of the routing rules is being published. Nothing was changed.',
    {
      retry_after: 2,
    },
  );
