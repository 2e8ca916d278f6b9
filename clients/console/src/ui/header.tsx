import type { Caller } from '../../../server/src/generated/api-types.ts';
import { may } from '../caller.ts';
import { address, place } from '../place.ts';
import { clock, language } from '../preferences.ts';
import { signOut } from '../sign-in.ts';
import { words } from '../words/words.ts';
import { Choices, Field } from './field.tsx';
import { Link } from './link.tsx';
import { Search } from './search.tsx';

const pages = [
  ['payments', 'charges:read'],
  ['open', 'charges:read'],
  ['disputes', 'disputes:read'],
  ['routing', 'routing:read'],
  ['numbers', 'stats:read'],
  ['exports', 'exports:write'],
  ['developers', 'webhooks:read'],
] as const;

/** Where one can go, what one can look for, who one is, and whether this is real money. */
export const Header = ({ caller }: { readonly caller: Caller }) => {
  const { header } = words.value;
  const [shown = 'payments'] = place.value.parts;
  return (
    <header class={caller.livemode ? 'live' : 'test'}>
      <p class="ribbon">{header[caller.livemode ? 'live' : 'test'](caller.environment)}</p>
      <div class="bar-top">
        <nav aria-label={header.pages}>
          {pages
            .filter(([, scope]) => may(scope))
            .map(([page]) => (
              <Link key={page} to={address([page])} current={page === shown}>
                {header.names[page]}
              </Link>
            ))}
        </nav>
        <Search />
        <details class="person">
          <summary>{caller.name ?? header.person}</summary>
          <div class="menu">
            {caller.role !== null && <p class="note">{caller.role}</p>}
            <Field label={header.language}>
              <Choices
                name="language"
                value={language.value}
                choices={[
                  ['en', 'English'],
                  ['de', 'Deutsch'],
                ]}
                onChange={(chosen) => {
                  language.value = chosen === 'de' ? 'de' : 'en';
                }}
              />
            </Field>
            <Field label={header.clock}>
              <Choices
                name="clock"
                value={clock.value}
                choices={[
                  ['local', header.local],
                  ['utc', 'UTC'],
                ]}
                onChange={(chosen) => {
                  clock.value = chosen === 'utc' ? 'utc' : 'local';
                }}
              />
            </Field>
            <button type="button" class="quiet" onClick={signOut}>
              {header.signOut}
            </button>
          </div>
        </details>
      </div>
    </header>
  );
};
