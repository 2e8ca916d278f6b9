import type { HttpEvent } from './call.ts';

/** The rule that the body of a new session names, read before the body is checked: a wrong one only reads ahead in vain. */
export const peekRuleName = ({
  body = '',
  isBase64Encoded,
}: Pick<HttpEvent, 'body' | 'isBase64Encoded'>): string => {
  try {
    const { routing_rule } = JSON.parse(isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
    return typeof routing_rule === 'string' ? routing_rule : defaultRule;
  } catch {
    return defaultRule;
  }
};

const defaultRule = 'default';
