import { z } from 'zod';

export interface Setting<T = unknown> {
  /** The variable. Of a secret, NAME_FILE may name a file instead. */
  name: string;
  /** Parses its text. A message is the end of a sentence that begins with the name. */
  schema: z.ZodType<T>;
  /** What holds without a value: the default as it would be written, or words. */
  default: string;
  /** What it is, as a sentence without its full stop. The console shows it. */
  words: string;
  /** Sentences that documents add. */
  more?: string;
  /** A value in .env.example; '' for the default. */
  example: string;
  /** Variables that come with it, in .env.example. */
  withIt?: readonly string[];
  isSecret?: boolean;
}

type Given<T> = Omit<Setting<T>, 'example'> & { example?: string };

/** A setting that has a default value. */
export function setting<T>(given: Given<T>): Setting<T> {
  return { example: given.default, ...given, schema: given.schema.prefault(given.default) };
}

/** A setting that may be without a value. */
export function optional<T>(given: Given<T> & { example: string }): Setting<T | undefined> {
  return { ...given, schema: given.schema.optional() };
}

export const whole = (least: number, most: number) => {
  const must = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, must)
    .transform(Number)
    .refine((value) => value >= least && value <= most, must);
};

export const oneOf = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);

export const onOff = oneOf('on', 'off').transform((choice) => choice === 'on');

/** By a parser that returns the end of a sentence where the text is wrong. */
export const parsed = <T extends object>(parse: (text: string) => T | string) =>
  z.string().transform((text, context): T => {
    const value = parse(text);
    if (typeof value !== 'string') return value;
    context.addIssue(value);
    return z.NEVER;
  });
