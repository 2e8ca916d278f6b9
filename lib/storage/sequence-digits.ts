/** A stream's sequence number as text in the order of numbers: it has up to forty digits, two more than DynamoDB's own numbers. */
export const digits = (sequence: string): string => sequence.padStart(40, '0');
