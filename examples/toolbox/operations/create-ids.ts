import { nanoid } from 'nanoid';
import { ulid } from 'ulid';
import { v4, v7 } from 'uuid';
import { json, operation } from '../operation.ts';

interface Input {
  kind: keyof typeof makers;
  count: number;
}

const makers = { uuid4: () => v4(), uuid7: () => v7(), ulid: () => ulid(), nanoid: () => nanoid() };

export const createIds = operation<Input>(({ kind, count }) =>
  json({ kind, ids: Array.from({ length: count }, makers[kind]) }),
);
