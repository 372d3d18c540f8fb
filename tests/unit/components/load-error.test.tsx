// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LoadError } from '../../../components/load-error.tsx';
import { ProblemError } from '../../../components/problem-error.ts';

afterEach(cleanup);

it.each([
  ['forbidden', 0],
  ['account-suspended', 0],
  ['unavailable', 1],
])('offers another try after %s %i times', (code, times) => {
  const error = new ProblemError({ code, detail: 'Your role in this account is billing.' });
  render(<LoadError what="The calls" error={error} retry={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain('Your role in this account is billing.');
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(times);
});
