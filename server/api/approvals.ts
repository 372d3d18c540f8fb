import { approvalBody, approvalList, askedApproval } from '../../lib/account/approvals.ts';
import { askApproval, listApprovals } from '../calls/approvals.ts';
import { account, member, operation, type OperationGroup } from './table/operation.ts';

/** Of products whose calls need the approval of an operator. */
export const approvals = [
  operation('GET /api/approvals', {
    name: 'listApprovals',
    summary: 'List the products that you asked to call',
    access: account,
    answers: { 200: ['The response.', approvalList] },
    run: ({ context, caller }) => listApprovals(context, caller),
  }),
  operation('POST /api/approvals', {
    name: 'askApproval',
    summary: 'Ask to call a product that needs approval',
    description:
      'For members who may make calls. Operators decide; the decision comes by email, and with the event `approval.decided`. If it was asked already, nothing changes.',
    access: member,
    limit: 'call',
    body: approvalBody,
    answers: { 200: ['The state of the request.', askedApproval] },
    refuses: ['not-found'],
    run: ({ context, caller, body, author }) => askApproval(context, caller, body, author),
  }),
] satisfies OperationGroup['operations'];
