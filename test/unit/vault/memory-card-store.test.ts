import { memoryCardStore } from '../../../local/memory/memory-card-store.ts';
import { describeCardStore } from '../../contract/card-store.ts';

const store = memoryCardStore();
describeCardStore(() => store);
