import type * as z from 'zod/mini';

/** A body that an endpoint checks, with its name in the document and the meanings of it (`''`) and of each field. */
export type RequestBody = {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly descriptions: Readonly<Record<string, string>>;
};
