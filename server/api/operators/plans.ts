import { changedPlan, planBody, planList, planMomentBody } from '../../../lib/operator/plans.ts';
import { newRelease } from '../../../lib/operator/products.ts';
import { approvePlan, movePlan, withdrawPlan } from '../../desk/change-plan.ts';
import { listPlans, plansQuery } from '../../desk/list-plans.ts';
import { takeBackPlan } from '../../desk/take-back.ts';
import type { Columns } from '../table/list-response.ts';
import { listOperation } from '../table/list-operation.ts';
import type { OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

const columns = (): Columns<Awaited<ReturnType<typeof listPlans>>['list'][number]> => ({
  plan: ({ plan }) => plan,
  product: ({ slug }) => slug,
  state: ({ state }) => state,
  version: ({ version }) => version,
  'price from': ({ price }) => price.from,
  'price to': ({ price }) => price.to,
  'price from before': ({ before }) => before.from,
  'price to before': ({ before }) => before.to,
  'may cost more': ({ mayCostMore }) => String(mayCostMore),
  'in force from': ({ effectiveAt }) => effectiveAt,
  announced: ({ announcedAt }) => announcedAt,
  ended: ({ endedAt }) => endedAt,
  reason: ({ reason }) => reason,
  'author kind': ({ by }) => by.kind,
  author: ({ by }) => by.id,
  'author name': ({ by }) => by.name,
  'approved by': ({ approved }) => approved && approved.by.id,
});

/** Versions that products get at a moment. A release plans one, where it may not be in force at once. */
export const operatorPlans = {
  tag: 'Operators: planned versions',
  operations: [
    listOperation('GET /api/operator/plans', {
      name: 'listPlans',
      summary: 'List the planned versions of all products',
      right: 'read-offline-products',
      query: plansQuery,
      answer: ['A page of the list.', planList],
      read: ({ context, query }) => listPlans(context, query),
      columns,
    }),
    listOperation('GET /api/operator/products/{slug}/plans', {
      name: 'listProductPlans',
      summary: 'List the planned versions of a product',
      right: 'read-offline-products',
      query: plansQuery,
      answer: ['A page of the list.', planList],
      read: ({ context, query, params }) => listPlans(context, query, params.slug),
      columns,
    }),
    operatorChange('POST /api/operator/products/{slug}/plans/{plan}/approval', {
      name: 'approvePlan',
      summary: 'Approve a planned version that somebody else planned',
      description: 'It is announced, and its notice runs from now.',
      body: planBody,
      answer: changedPlan,
      refuses: ['changed-meanwhile'],
      change: approvePlan,
      wish: (_body, params) => params,
    }),
    operatorChange('POST /api/operator/products/{slug}/plans/{plan}/moment', {
      name: 'movePlan',
      summary: 'Move a planned version to another moment',
      description:
        'The new moment is announced. Where some calls can cost more, it is later than the one before, or has the notice of the portal from now on.',
      body: planMomentBody,
      answer: changedPlan,
      refuses: ['changed-meanwhile'],
      change: movePlan,
      wish: ({ effectiveAt }, params) => ({ ...params, effectiveAt }),
    }),
    operatorChange('POST /api/operator/products/{slug}/plans/{plan}/withdrawal', {
      name: 'withdrawPlan',
      summary: 'Withdraw a planned version before it is in force',
      body: planBody,
      answer: changedPlan,
      refuses: ['changed-meanwhile'],
      change: withdrawPlan,
      wish: (_body, params) => params,
    }),
    operatorChange('POST /api/operator/products/{slug}/plans/{plan}/return', {
      name: 'takeBackPlan',
      summary: 'Go back to the version before one that was planned and is in force',
      description:
        'The version before is published again, with the texts of today. Where some calls can cost more by it, it has the notice of the portal.',
      body: planBody,
      answer: newRelease,
      refuses: ['changed-meanwhile'],
      change: takeBackPlan,
      wish: (_body, params) => params,
    }),
  ],
} satisfies OperationGroup;
