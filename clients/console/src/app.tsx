import { caller, callerProblem, may, readCaller } from './caller.ts';
import { Developers } from './pages/developers.tsx';
import { Disputes } from './pages/disputes.tsx';
import { Exports } from './pages/exports.tsx';
import { NewRule } from './pages/new-rule.tsx';
import { Numbers } from './pages/numbers.tsx';
import { OpenItems } from './pages/open-items.tsx';
import { Payment } from './pages/payment.tsx';
import { Payments } from './pages/payments.tsx';
import { Routing } from './pages/routing.tsx';
import { Rule } from './pages/rule.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { place } from './place.ts';
import { signedOut } from './sign-in.ts';
import { Header } from './ui/header.tsx';
import { Heading } from './ui/heading.tsx';
import { Problem } from './ui/problem.tsx';
import { words } from './words/words.ts';

/** The page that the address names, under the header that all share. A sign-in that has ended is said above it, and leaves what was typed. */
export const App = () => (
  <>
    {caller.value && <Header caller={caller.value} />}
    <main>
      {signedOut.value && <SignIn again={caller.value !== undefined} />}
      {caller.value ? <Page /> : <Nobody />}
    </main>
  </>
);

/** Without an answer nobody knows whether somebody is signed in. */
const Nobody = () =>
  callerProblem.value && !signedOut.value ? (
    <Problem problem={callerProblem.value} retry={readCaller} />
  ) : null;

const Page = () => {
  const { parts, query } = place.value;
  const [page = 'payments', ...rest] = parts;
  const [id] = rest;
  switch (page) {
    case 'payments':
      return id === undefined ? <Payments /> : <Payment key={id} id={id} />;
    case 'open':
      return <OpenItems />;
    case 'disputes':
      return <Disputes />;
    case 'routing':
      if (id !== undefined) return <Rule key={id} name={id} />;
      return query.has('new') ? <NewRule /> : <Routing />;
    case 'numbers':
      return <Numbers />;
    case 'exports':
      return may('exports:write') ? <Exports /> : <Heading title={words.value.nothingHere} />;
    case 'developers':
      return <Developers parts={rest} />;
    default:
      return <Heading title={words.value.nothingHere} />;
  }
};
