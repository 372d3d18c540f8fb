import { z } from 'zod';
import { listQuery } from '../store/catalogue/list-query.ts';
import { wholeParameter } from '../list-parameters.ts';

/** The query of the catalogue page. */
export const cataloguePageQuery = listQuery.pick({
  page: true,
  pageSize: true,
  tag: true,
  q: true,
  sort: true,
});

export type CataloguePageQuery = z.output<typeof cataloguePageQuery>;

/** The part of a list that is too long for one file. */
export const partQuery = z.object({
  page: wholeParameter(1, 1_000_000, 'a whole number of at least 1').optional(),
});
