import type { Example } from './example.ts';

export const keyStory: readonly Example[] = [
  { name: 'caller_read', operation: 'retrieveCaller', summary: 'Who am I?', status: 200 },
];
