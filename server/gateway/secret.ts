import type { Operation } from '../../lib/operation/operation.ts';

export type Secret = NonNullable<NonNullable<Operation['x-farebox']>['secrets']>[number];
