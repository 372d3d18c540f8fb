import { nginx } from './test/nginx.mjs';
import { runByHand } from './test/run-by-hand.mjs';

await runByHand('tests/chaos/run.ts', [nginx]);
