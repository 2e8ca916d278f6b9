import { describeCardStore } from '../../contract/card-store.ts';
import { memoryCardStore } from '../../memory/memory-card-store.ts';

const store = memoryCardStore();
describeCardStore(() => store);
