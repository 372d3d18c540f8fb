/**
 * Zod reads its settings here. Most pages open without Zod, so its own `config` is not imported. With `jitless` it does
 * not try to write functions, which the policy of the pages forbids.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
