import { bigDocument } from '../big-document.ts';
import { billing } from './billing.ts';
import { chat } from './chat.ts';
import { crm } from './crm.ts';
import { devices } from './devices.ts';
import { files } from './files.ts';
import { maps } from './maps.ts';
import { messaging } from './messaging.ts';
import type { MakeDocument } from './parts.ts';
import { payments } from './payments.ts';
import { repositories } from './repositories.ts';

/** In the style of the documents that operators have: each is of another kind of API, and says things another way. */
export const tenDocuments: Record<string, MakeDocument> = {
  payments,
  chat,
  repositories,
  messaging,
  files,
  maps,
  crm,
  billing,
  devices,
  '300 operations': (url) => ({ ...bigDocument({ title: 'Everything API' }), servers: [{ url }] }),
};
