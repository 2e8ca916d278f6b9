/** The most bytes of an item, its attributes' names included. */
export const maxItemBytes = 400 * 1024;

/** The size of an item by DynamoDB's rules. A number takes a byte for two digits, and one or two more. */
export const itemBytes = (item: object): number => entriesBytes(item);

const entriesBytes = (map: object): number => {
  let bytes = 0;
  for (const [name, value] of Object.entries(map)) {
    if (value !== undefined) bytes += Buffer.byteLength(name) + valueBytes(value);
  }
  return bytes;
};

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + (value < 0 ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 1;
  // Three for a list or a map, and one for each element.
  if (Array.isArray(value)) return value.reduce((bytes: number, one) => bytes + 1 + valueBytes(one), 3);
  return 3 + Object.keys(value).length + entriesBytes(value);
};
