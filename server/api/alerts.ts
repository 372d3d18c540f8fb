import { alertChangesBody, alertList, createdAlert, newAlertBody } from '../../lib/account/alerts.ts';
import { changeAlert, createAlert, deleteAlert, listAlerts, requireAlertManager } from '../alerts/alerts.ts';
import { type Access, account, operation, type OperationGroup } from './table/operation.ts';

const manager: Access = { check: requireAlertManager, refuses: ['account-required', 'forbidden'] };

export const alerts = {
  tag: 'Alerts',
  operations: [
    operation('GET /api/alerts', {
      name: 'listAlerts',
      summary: 'List your alerts',
      access: account,
      answers: { 200: ['The alerts.', alertList] },
      run: ({ context, caller }) => listAlerts(context, caller),
    }),
    operation('POST /api/alerts', {
      name: 'createAlert',
      summary: 'Create an alert',
      description:
        'For owners, admins and billing. It notifies by email, and by the event `alert.reached`, within seconds: once for a balance until it has recovered, and once in each day or month for spending. Credits on hold count when they are charged.',
      access: manager,
      limit: 'call',
      body: newAlertBody,
      answers: { 201: ['The new alert.', createdAlert] },
      refuses: ['not-found'],
      run: ({ context, caller, body, author }) => createAlert(context, caller, body, author),
    }),
    operation('PATCH /api/alerts/{alert_id}', {
      name: 'changeAlert',
      summary: 'Change an alert',
      description: 'If the credits change, it starts anew.',
      access: manager,
      limit: 'call',
      body: alertChangesBody,
      answers: { 204: 'Changed.' },
      run: ({ context, caller, params, body, author }) =>
        changeAlert(context, caller, params.alert_id, body, author),
    }),
    operation('DELETE /api/alerts/{alert_id}', {
      name: 'deleteAlert',
      summary: 'Delete an alert',
      access: manager,
      limit: 'call',
      answers: { 204: 'Deleted.' },
      run: ({ context, caller, params, author }) => deleteAlert(context, caller, params.alert_id, author),
    }),
  ],
} satisfies OperationGroup;
