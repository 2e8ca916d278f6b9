import * as z from 'zod/mini';

type Kinds = Readonly<Record<string, () => z.ZodMiniType>>;

/** An object of one of these kinds, by its `type`. Each schema is built for the first object of its kind: most processes never receive the others. */
export const oneOf = <K extends Kinds>(
  kinds: K,
  error: string,
): z.ZodMiniType<z.output<ReturnType<K[keyof K]>>> => {
  const made = new Map<string, z.ZodMiniType>();
  const kindOf = (value: unknown): z.ZodMiniType | undefined => {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(kinds, type)) return undefined;
    const kind = made.get(type) ?? kinds[type]?.();
    if (kind) made.set(type, kind);
    return kind;
  };
  return z.any().check((payload) => {
    const { value, issues } = payload;
    const kind = kindOf(value);
    const found = kind?._zod.run({ value, issues: [] }, { async: false });
    if (found && !(found instanceof Promise)) {
      payload.value = found.value;
      issues.push(...found.issues);
      return;
    }
    const is_object = typeof value === 'object' && value !== null && !Array.isArray(value);
    issues.push({ code: 'custom', input: value, path: is_object ? ['type'] : [], message: error });
  });
};
