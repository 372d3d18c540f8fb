import { z } from 'zod';

/** As Next's own check: a page fails with 500 at a longer one. */
const longestState = 40_000;

const parameterKinds = z.enum([
  'c',
  'ci(..)(..)',
  'ci(.)',
  'ci(..)',
  'ci(...)',
  'oc',
  'd',
  'di(..)(..)',
  'di(.)',
  'di(..)',
  'di(...)',
]);
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), parameterKinds, z.array(z.string()).nullable()]),
]);

/** What a browser has of a page and of the pages within it, when it asks for another. */
const routerState = z.tuple([
  segment,
  z.preprocess(
    (within) => (Array.isArray(within) ? { ...within } : within),
    z.record(
      z.string(),
      z.lazy((): z.ZodType => routerState),
    ),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.literal(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/** Whether Next can render what is asked for with this `Next-Router-State-Tree`. A test holds it to Next's own check. */
export function isRouterState(header: string | string[]): boolean {
  if (Array.isArray(header) || header.length > longestState) return false;
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}
