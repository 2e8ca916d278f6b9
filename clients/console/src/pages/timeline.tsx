import { createTimeline } from '../create-timeline.ts';
import { clockTime, dayOf, fullTime } from '../format.ts';
import type { PaymentStory } from '../payment-story.ts';
import type { TimelineEntry } from '../timeline-entry.ts';

/** What happened, oldest first. The colour of a dot says how it went; so do the words. */
export const Timeline = ({ story }: { readonly story: PaymentStory }) => {
  const all = createTimeline(story);
  return (
    <ol class="timeline">
      {all.map((entry, index) => (
        <Entry key={`${entry.at_ms} ${index}`} entry={entry} before={all[index - 1]} />
      ))}
    </ol>
  );
};

type Props = { readonly entry: TimelineEntry; readonly before: TimelineEntry | undefined };

/** With the day where a new one begins. */
const Entry = ({ entry: { at_ms, tone, title, lines, by, minor }, before }: Props) => {
  const sameDay = before !== undefined && dayOf(before.at_ms) === dayOf(at_ms);
  return (
    <li class={minor ? 'minor' : tone}>
      <div class="head">
        {minor ? <code>{title}</code> : <strong>{title}</strong>}
        <time dateTime={new Date(at_ms).toISOString()} title={fullTime(at_ms)}>
          {sameDay ? clockTime(at_ms) : fullTime(at_ms)}
        </time>
      </div>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {by && <code>{by}</code>}
    </li>
  );
};
