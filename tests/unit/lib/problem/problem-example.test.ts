import { expect, it } from 'vitest';
import { problemDocument } from '../../../../lib/problem/problem-document.ts';
import { problemExample } from '../../../../lib/problem/problem-example.ts';
import { isProblemCode, problems } from '../../../../lib/problem/problems.ts';
import { statusText } from '../../../../lib/view/status-text.ts';

it.each(Object.keys(problems).filter(isProblemCode))('%s is shown as it is answered', (code) => {
  const { body } = problemExample(code);
  expect(problemDocument.parse(body)).toEqual(body);
  expect(statusText(problems[code].status)).not.toBe('');
});
