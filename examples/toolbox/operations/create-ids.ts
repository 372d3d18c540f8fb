import { randomInt } from 'node:crypto';
import { nanoid } from 'nanoid';
import { ulid } from 'ulid';
import { v4, v7 } from 'uuid';
import { json, operation } from '../operation.ts';

interface Input {
  kind: keyof typeof makers;
  count: number;
}

const letters = 32;
/** The library's default calls the generator for each letter, which takes seven times as long. */
const randomLetter = () => randomInt(letters) / letters;

const makers = {
  uuid4: () => v4(),
  uuid7: () => v7(),
  ulid: () => ulid(undefined, randomLetter),
  nanoid: () => nanoid(),
};

export const createIds = operation<Input>(({ kind, count }) =>
  json({ kind, ids: Array.from({ length: count }, makers[kind]) }),
);
