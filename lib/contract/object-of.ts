import type * as z from 'zod/mini';

/** What a schema of the contract describes, for code that only reads it. */
export type ObjectOf<Schema extends z.core.$ZodType> = Deep<z.output<Schema>>;

type Deep<Value> = Value extends object ? { readonly [Key in keyof Value]: Deep<Value[Key]> } : Value;
