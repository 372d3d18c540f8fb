import { expect, it } from 'vitest';
import { z } from 'zod';
import { memberRole } from '../../../../lib/account/members.ts';
import { operatorRole } from '../../../../lib/account/session.ts';
import { authorizationDecision } from '../../../../lib/oauth/authorization.ts';
import { readQuery } from '../../../../server/doors/read-query.ts';

it('says that a parameter is missing', () => {
  const query = z.object({ expires: z.string('the time of the address') });
  const read = () => readQuery(query, new URLSearchParams());
  expect(read).toThrow('expires is missing; allowed is the time of the address.');
});

it.each([
  [memberRole, 'boss', 'Expected owner, admin, member, billing or viewer.'],
  [operatorRole, 'boss', 'Expected owner, publisher, finance or viewer.'],
  [authorizationDecision, { decision: 'perhaps' }, 'Expected the decision allow or deny.'],
])('says in plain words what is expected', (schema, given, words) => {
  expect(schema.safeParse(given).error?.issues).toMatchObject([{ message: words }]);
});
