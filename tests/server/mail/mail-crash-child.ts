import { argv } from 'node:process';
import { readSettings } from '../../../server/env.ts';
import { sendMails } from '../../../server/mail/deliver-mail.ts';
import { openOwnStore } from '../../../server/store/sqlite/open-own-store.ts';

const [, , dataFolder = '', smtp = ''] = argv;

/** The mails of a portal until it is killed. */
const settings = readSettings({
  ...{ FAREBOX_DATA: dataFolder, FAREBOX_SMTP_URL: smtp, FAREBOX_MAIL_FROM: 'portal@example.com' },
});
sendMails({ settings, store: await openOwnStore(dataFolder) });
setInterval(() => {}, 60_000);
