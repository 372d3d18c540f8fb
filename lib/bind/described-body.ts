import type { MediaType } from '../operation/operation.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/** The body as its operation describes it. */
export interface DescribedBody {
  mediaType: string;
  media: MediaType;
  schema: SchemaNode;
}

/** The body as it is sent. */
export interface RequestBody {
  contentType: string;
  body: string | Uint8Array;
}
