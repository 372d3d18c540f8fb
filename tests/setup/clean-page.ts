import { afterEach } from 'vitest';

// What a test rendered goes with it: the next one, perhaps of another file, begins with an empty page.
afterEach(async () => {
  if (typeof document === 'undefined' || document.body.childElementCount === 0) return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});
