import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { alertChangesBody, alertList, createdAlert, newAlertBody } from '../../lib/account/alerts.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const params = { path: z.object({ alert_id: z.string().meta({ description: 'Id of the alert.' }) }) };
const ofReaders: ProblemCode[] = ['account-required', 'rate-limited', ...anyCaller];
const ofManagers: ProblemCode[] = ['forbidden', 'not-found', 'unavailable', ...ofReaders];

const listAlerts: ZodOpenApiOperationObject = {
  operationId: 'listAlerts',
  summary: 'List your alerts',
  responses: { '200': json('The alerts.', alertList), ...refusals(...ofReaders) },
};

const createAlert: ZodOpenApiOperationObject = {
  operationId: 'createAlert',
  summary: 'Create an alert',
  description:
    'For owners, admins and billing. It tells by mail, and by the event `alert.reached`, within seconds: of a balance once until it has recovered, of spending once in each day or month. Credits on hold count when they are charged.',
  requestBody: { required: true, content: { 'application/json': { schema: newAlertBody } } },
  responses: {
    '201': json('The new alert.', createdAlert),
    ...refusals('validation', ...ofManagers, ...anyBody),
  },
};

const changeAlert: ZodOpenApiOperationObject = {
  operationId: 'changeAlert',
  summary: 'Change an alert',
  description: 'With other credits it begins anew.',
  requestParams: params,
  requestBody: { required: true, content: { 'application/json': { schema: alertChangesBody } } },
  responses: {
    '204': { description: 'Changed.' },
    ...refusals('validation', ...ofManagers, ...anyBody),
  },
};

const deleteAlert: ZodOpenApiOperationObject = {
  operationId: 'deleteAlert',
  summary: 'Delete an alert',
  requestParams: params,
  responses: { '204': { description: 'Deleted.' }, ...refusals(...ofManagers) },
};

export const alertPaths: ZodOpenApiPathsObject = {
  '/api/alerts': { get: listAlerts, post: createAlert },
  '/api/alerts/{alert_id}': { patch: changeAlert, delete: deleteAlert },
};
