import { dropPublished, makeCaches } from '../../server/caches.ts';
import type { Context } from '../../server/context.ts';
import type { Catalogue } from '../../server/store/sql/catalogue/sql-catalogue.ts';
import type { Publications } from '../../server/store/catalogue/read-publications.ts';
import type { Writer } from '../../server/store/writer.ts';
import { engines } from './engines-under-test.ts';
import { openPortalUnderTest } from './portal-under-test.ts';

export interface CatalogueUnderTest {
  /** Of a portal whose catalogue is that of the engine. */
  context: Context;
  catalogue: Catalogue;
  publications: Publications;
  writer: Writer;
  close(): Promise<void>;
}

export const catalogues = engines.map(({ engine, open }) => ({
  engine,
  async open(): Promise<CatalogueUnderTest> {
    const [portal, on] = await Promise.all([openPortalUnderTest({}), open()]);
    const { catalogue, publications, writer } = on;
    const caches = makeCaches({ keep: true });
    writer.onPublish((what) => {
      dropPublished(caches, what);
    });
    const store = { ...portal.context.store, catalogue, publications, writer };
    return {
      context: { ...portal.context, store, caches },
      ...{ catalogue, publications, writer },
      async close() {
        await on.close();
        await portal.close();
      },
    };
  },
}));
