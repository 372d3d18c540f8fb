/** The engine that the tests of this run are about. */
export const engineOfTests = process.env['FAREBOX_TEST_ENGINE'] === 'postgresql' ? 'PostgreSQL' : 'SQLite';
