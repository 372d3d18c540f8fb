import { type NewMail, queueMail } from '../../server/store/messages/queue-mail.ts';
import { runStepsIn } from './run-steps-in.ts';

/** Writes a mail into the data folder of a portal, as a job of it would. Returns its id. */
export function queueTestMail(dataFolder: string, changes: Partial<NewMail> = {}): string {
  const mail = { kind: 'password-link', to: 'ada@example.com', subject: 'Welcome', text: 'Hello' } as const;
  return runStepsIn(dataFolder, queueMail({ ...mail, now: Date.now(), ...changes }));
}
