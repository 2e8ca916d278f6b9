import { computed, effect, signal } from '@preact/signals';

const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(`console.${name}`);
  } catch {
    return null;
  }
};

const oneOf = <T extends string>(values: readonly T[], value: string | null | undefined): T | undefined =>
  values.find((known) => known === value);

const spoken = navigator.languages.map((tag) => oneOf(languages, tag.slice(0, 2))).find(Boolean);

export const language = signal<Language>(oneOf(languages, kept('language')) ?? spoken ?? 'en');

/** In which times are shown: `utc`, or this machine's. */
export const clock = signal<'local' | 'utc'>(oneOf(['local', 'utc'], kept('clock')) ?? 'local');

/** A name of the IANA time zone database. */
export const timeZone = computed(() =>
  clock.value === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone,
);

const keep = (name: string, value: string): void => {
  try {
    localStorage.setItem(`console.${name}`, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

/** From here on, what somebody chooses is kept, and the document says its language. */
export const keepPreferences = (): void => {
  effect(() => {
    document.documentElement.lang = language.value;
    keep('language', language.value);
  });
  effect(() => keep('clock', clock.value));
};
