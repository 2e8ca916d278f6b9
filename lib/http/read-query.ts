import type * as z from 'zod/mini';
import { problemOf } from '../routing/rule-problem.ts';
import { ApiError } from '../types/api-error.ts';
import type { Call } from './call.ts';

/** The parameters of the query. Throws the first problem with the name of the parameter: `parameter_unknown` for one that the endpoint does not have. */
export const readQuery = <Parameters>(
  { query }: Pick<Call, 'query'>,
  schema: z.ZodMiniType<Parameters>,
): Parameters => {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const { code, param, message } = problemOf(parsed.error, query);
  throw new ApiError(code, `${message}.`, { param });
};
