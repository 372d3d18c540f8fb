import { config } from 'zod';

/** Before any schema is made: Zod writes functions for them where it may, and asking whether it may breaks the policy. */
config({ jitless: true });
