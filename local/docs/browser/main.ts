import { addCopyButtons } from './copy.ts';
import { openSearch } from './search.ts';

addCopyButtons();
openSearch();
