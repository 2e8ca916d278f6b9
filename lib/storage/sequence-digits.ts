/** A stream's sequence number as text that sorts like the number: it has up to forty digits, two more than DynamoDB's own numbers. */
export const digits = (sequence: string): string => sequence.padStart(40, '0');
