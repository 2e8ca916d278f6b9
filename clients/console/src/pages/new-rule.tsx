import { call } from '../api.ts';
import { address } from '../place.ts';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { RuleEditor } from './rule-editor.tsx';

export const NewRule = () => {
  const { routing } = words.value;
  const answer = useAnswer('psps', (signal) => call('listRoutingPsps', {}, { signal }));
  return (
    <>
      <Link to={address(['routing'])} class="back">
        {routing.title}
      </Link>
      <Heading title={routing.newRule} />
      <Reading answer={answer}>
        {({ data }) => <RuleEditor rule={undefined} psps={data.map(({ id }) => id)} reload={answer.reload} />}
      </Reading>
    </>
  );
};
