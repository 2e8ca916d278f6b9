type AttributeValue = { readonly [type: string]: unknown };

/**
 * An item's size as DynamoDB bills it: names and strings in UTF-8, numbers at a byte for two digits and one more, a byte for null and booleans,
 * three for a list or map and one for each element.
 */
export const itemBytes = (item: Readonly<Record<string, AttributeValue>>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

const valueBytes = (value: AttributeValue): number => {
  const [[type, content] = ['', undefined]] = Object.entries(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(content));
    case 'N':
      return Math.ceil(String(content).length / 2) + 1;
    case 'M': {
      const map = content as Readonly<Record<string, AttributeValue>>;
      return 3 + itemBytes(map) + Object.keys(map).length;
    }
    case 'L':
      return (content as readonly AttributeValue[]).reduce(
        (sum, element) => sum + 1 + valueBytes(element),
        3,
      );
    default:
      return 1;
  }
};
