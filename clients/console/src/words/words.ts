import { computed } from '@preact/signals';
import { language } from '../preferences.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** In the language that is chosen. */
export const words = computed((): typeof en => (language.value === 'de' ? de : en));
