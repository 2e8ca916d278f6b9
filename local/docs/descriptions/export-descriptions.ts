import type { Descriptions } from './descriptions.ts';

export const exportDescriptions: Descriptions = {
  Export: {
    '': 'A file of what happened in a time.',
    id: 'Its id.',
    object: 'Always `export`.',
    what: 'What the file lists.',
    from: 'The begin of its time. Unix seconds.',
    to: 'The end of its time, which is not part of it. Unix seconds.',
    time_zone: 'The zone of the times in the file.',
    format: 'Its format.',
    status:
      '`running`: read it again later. `done`: `url` leads to the file. `failed`: there will be no file; request another export, under another idempotency key.',
    failure:
      'Why it has failed. `too_long`: it did not fit into fifteen minutes: ask for a shorter time. `ended_early`: three attempts ended early. `not_started`: no attempt could be started for fifteen minutes. Null unless it has failed.',
    rows: 'How many rows have been written.',
    complete_until:
      'What became known before this is in the file, unless the recording of changes is behind, for which an alarm rings. Unix seconds.',
    url: 'A link to the file, which anybody who has it can read for at most 15 minutes. Each call makes a new one. Null until it is `done`, and again after 7 days.',
    created: 'When it was requested. Unix seconds.',
  },
};
