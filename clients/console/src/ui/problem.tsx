import type { ApiProblem } from '../api-problem.ts';
import { words } from '../words/words.ts';

/** Why something could not be read or done, in the service's own words, which name the field. */
export const Problem = ({
  problem,
  retry,
}: {
  readonly problem: ApiProblem;
  readonly retry?: () => void;
}) => {
  const { problems } = words.value;
  const own = problems.codes[problem.code as keyof typeof problems.codes];
  return (
    <div class="problem" role="alert">
      <p>{own ?? problem.message}</p>
      {problem.request_id && (
        <p class="note">
          {problems.request} <code>{problem.request_id}</code>
        </p>
      )}
      {retry && (
        <button type="button" class="small" onClick={retry}>
          {problems.retry}
        </button>
      )}
    </div>
  );
};
