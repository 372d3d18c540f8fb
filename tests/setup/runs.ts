const factor = Number(process.env['FAREBOX_TEST_RUNS'] || 1);

/** So often a property is tried in every run of the tests, and FAREBOX_TEST_RUNS times as often where that is set. */
export const runs = (count: number): number => Math.ceil(count * factor);
