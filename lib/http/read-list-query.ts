import type * as z from 'zod/mini';
import { ApiError } from '../types/api-error.ts';
import type { PageRequest } from '../types/list.ts';
import type { Call } from './call.ts';
import { verifyListCursor } from './list-cursor.ts';
import { readQuery } from './read-query.ts';

type ListParameters = {
  readonly limit: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
};

export type FiltersOf<Parameters> = Omit<Parameters, keyof ListParameters>;

/**
 * The requested page of a list. Throws the first problem with the name of the parameter: `parameter_unknown` for a filter that the list does not
 * have, `parameter_invalid` for a cursor that was issued for other filters.
 */
export const readListQuery = async <Parameters extends ListParameters>(
  call: Pick<Call, 'query' | 'raw_path' | 'tokens'>,
  schema: z.ZodMiniType<Parameters>,
): Promise<PageRequest<FiltersOf<Parameters>>> => {
  const { limit, starting_after, ending_before, ...filters } = readQuery(call, schema);
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('ending_before', 'expected only one of starting_after and ending_before');
  const from = async (
    param: 'starting_after' | 'ending_before',
    cursor: string,
  ): Promise<NonNullable<PageRequest['from']>> => {
    const { cursor_keys } = await call.tokens.lists();
    const key = verifyListCursor(cursor_keys, { path: call.raw_path, filters }, cursor);
    if (key === undefined) throw invalid(param, 'expected a cursor from this list with the same filters');
    return { direction: param === 'starting_after' ? 'after' : 'before', key };
  };
  if (starting_after !== undefined)
    return { filters, limit, from: await from('starting_after', starting_after) };
  if (ending_before !== undefined)
    return { filters, limit, from: await from('ending_before', ending_before) };
  return { filters, limit };
};

const invalid = (param: string, message: string): ApiError =>
  new ApiError('parameter_invalid', `${param}: ${message}.`, { param });
