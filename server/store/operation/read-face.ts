import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { defaultFace, type Face, type PictureKind } from '../../../lib/face/face.ts';
import { readStoredFace } from '../../../lib/face/stored-face.ts';

/** What the portal shows of itself. */
export class StoredFace {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async read(): Promise<Face> {
    const row = await this.#database.face.findUnique({ where: { key: 1 } });
    return row ? readStoredFace(row.version, row.content) : defaultFace;
  }

  async picture(kind: PictureKind): Promise<{ type: string; content: Uint8Array } | null> {
    const select = { type: true, content: true } as const;
    return this.#database.facePicture.findUnique({ where: { kind }, select });
  }
}
