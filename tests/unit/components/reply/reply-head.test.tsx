// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReplyHead } from '../../../../components/reply/reply-head.tsx';

it.each([
  [200, '200 OK'],
  [201, '201 Created'],
  [204, '204 No content'],
  [206, '206 OK'],
  [422, '422 Refused'],
  [502, '502 Failed'],
])('says what status %i is', (status, words) => {
  const reply = { status, headers: [], contentType: '', body: null, events: null, complete: true };
  render(<ReplyHead reply={reply} kind={null} />);
  expect(screen.getByText(words)).toBeDefined();
});
