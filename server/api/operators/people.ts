import { erasedPerson, personalData } from '../../../lib/account/personal-data.ts';
import {
  changedPerson,
  changedRole,
  createdPerson,
  endedSessions,
  erasureBody,
  newOperatorBody,
  passwordLink,
  personAddressBody,
  personNameBody,
  personDetail,
  personList,
  reasonBody,
  resetFactors,
  roleBody,
} from '../../../lib/operator/people.ts';
import { authorOf } from '../../callers/caller.ts';
import { privateDownload } from '../table/private-response.ts';
import { namesOf } from '../../http/arriving-request.ts';
import {
  changeAddressOf,
  createOperator,
  endSessionsOf,
  erasePersonOf,
  makePasswordLinkFor,
  renamePersonOf,
  resetFactorsOf,
  setOperatorRole,
  listPeople,
  peopleQuery,
  readPerson,
} from '../../operator/change-person.ts';
import { operatorAuthor, requireRight } from '../../rights.ts';
import { exportPerson } from '../../people/export-person.ts';
import { listOperation } from '../table/list-operation.ts';
import { openOperation, operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const operatorPeople = {
  tag: 'Operators: people',
  operations: [
    listOperation('GET /api/operator/people', {
      name: 'listPeople',
      summary: 'List people',
      description: 'Only owners get it as CSV.',
      right: 'read-people',
      exportRight: 'export-people',
      query: peopleQuery,
      answer: ['A page of the list.', personList],
      read: ({ context, query, caller }) => listPeople(context, query, caller),
      columns: () => ({
        person: ({ id }) => id,
        name: ({ name }) => name,
        email: ({ email }) => email,
        role: ({ operatorRole }) => operatorRole,
        created: ({ createdAt }) => createdAt,
        erased: ({ erasedAt }) => erasedAt,
        sessions: ({ sessions }) => sessions,
        'last seen': ({ lastSeenAt }) => lastSeenAt,
      }),
    }),
    operatorChange('POST /api/operator/people', {
      name: 'createOperator',
      summary: 'Create an operator',
      description: 'The person chooses a password with a link, which is made by another request.',
      body: newOperatorBody,
      answer: createdPerson,
      change: createOperator,
      wish: (body) => body,
    }),
    operation('GET /api/operator/people/{person_id}', {
      name: 'getPerson',
      summary: 'Get a person',
      right: 'read-people',
      answers: { 200: ['The response.', personDetail] },
      run: ({ context, caller, params }) => readPerson(context, params.person_id, caller),
    }),
    operatorChange('POST /api/operator/people/{person_id}/role', {
      name: 'setOperatorRole',
      summary: 'Change the role of a person',
      description:
        'If the person has not proven the address and had no role, their password, sessions and other ways to sign in end. They choose a password with a link.',
      body: roleBody,
      answer: changedRole,
      refuses: ['last-owner'],
      change: setOperatorRole,
      wish: (body, { person_id: personId }) => ({ ...body, personId }),
    }),
    operatorChange('POST /api/operator/people/{person_id}/name', {
      name: 'renamePerson',
      summary: 'Change the name of a person',
      description: 'The audit log does not have the name, so that it goes when the person is erased.',
      body: personNameBody,
      answer: changedPerson,
      change: renamePersonOf,
      wish: (body, { person_id: personId }) => ({ ...body, personId }),
    }),
    operatorChange('POST /api/operator/people/{person_id}/address', {
      name: 'changeAddressOfPerson',
      summary: 'Change the address of a person',
      description:
        'From then on the person signs in with it, and not with the old address, which is notified by email. Sessions and the password go on; links and codes that were mailed to the old address end.',
      body: personAddressBody,
      answer: changedPerson,
      change: changeAddressOf,
      wish: (body, { person_id: personId }) => ({ ...body, personId }),
    }),
    operatorChange('POST /api/operator/people/{person_id}/sign-out', {
      name: 'endSessionsOfPerson',
      summary: 'End all sessions of a person',
      body: reasonBody,
      answer: endedSessions,
      change: endSessionsOf,
      wish: (_body, { person_id: personId }) => ({ personId }),
    }),
    operatorChange('POST /api/operator/people/{person_id}/factor-reset', {
      name: 'resetFactorsOfPerson',
      summary: 'Remove the second factor of a person',
      description: 'Also removes their passkeys. Their sessions end, and they are notified by email.',
      body: reasonBody,
      answer: resetFactors,
      change: resetFactorsOf,
      wish: (_body, { person_id: personId }) => ({ personId }),
    }),
    openOperation('GET /api/operator/people/{person_id}/export', {
      right: 'export-person',
      name: 'exportPerson',
      summary: 'Export the data of a person',
      description:
        'Everything the portal stores about the person, without secrets. The audit log has an entry of it.',
      answers: { 200: ['The response.', personalData] },
      handle: async ({ context, identify, connection, params: { person_id: id }, request }) => {
        const { caller } = await identify();
        requireRight(caller, 'export-person');
        await context.rateLimits.takeCall(caller, connection.network);
        const author = operatorAuthor(authorOf(caller, namesOf(request.headers).requestId), [
          'export-person',
        ]);
        // Who is known has an id that a header can have.
        return privateDownload(await exportPerson(context, id, author), `farebox-${id}.json`);
      },
    }),
    operatorChange('POST /api/operator/people/{person_id}/erasure', {
      name: 'erasePerson',
      summary: 'Erase a person',
      description:
        'Cannot be undone. Name, address, sessions and factors are deleted; accounts without other members are closed, and API keys of the person are revoked. The ledger, calls and the audit log stay, under a pseudonym.',
      body: erasureBody,
      answer: erasedPerson,
      refuses: ['last-owner'],
      change: erasePersonOf,
      wish: (body, { person_id: personId }) => ({ ...body, personId }),
    }),
    operatorChange('POST /api/operator/people/{person_id}/password-link', {
      name: 'makePasswordLink',
      summary: 'Make a link to choose a password',
      description: 'Earlier links of the person end.',
      body: reasonBody,
      answer: passwordLink,
      change: makePasswordLinkFor,
      wish: (_body, { person_id: personId }) => ({ personId }),
    }),
  ],
} satisfies OperationGroup;
