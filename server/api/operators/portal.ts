import { changedFace, faceBody, shownFace } from '../../../lib/face/stored-face.ts';
import { changeFace } from '../../desk/change-face.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

/** Three pictures in Base64, and the texts. */
const mostBytes = 700_000;

/** What operators change of the portal itself. */
export const operatorPortal = {
  tag: 'Operators: the portal itself',
  operations: [
    operation('GET /api/operator/portal', {
      name: 'getPortalFace',
      summary: 'Get what the portal shows of itself',
      right: 'change-face',
      answers: { 200: ['The response.', shownFace] },
      run: ({ context }) => context.store.face.read(),
    }),
    operatorChange('POST /api/operator/portal', {
      name: 'changePortalFace',
      summary: 'Change what the portal shows of itself',
      description:
        'Name, logo, icon, accent colour, sentence and picture of the first page, contact, links and announcement, as a whole. All pages, mails, badges, documents and agents have it at once. A colour that could not be read is changed until it can be, and `notes` say so.',
      body: faceBody,
      mostBytes,
      answer: changedFace,
      refuses: ['changed-meanwhile'],
      change: changeFace,
      wish: (body) => body,
    }),
  ],
} satisfies OperationGroup;
