import type { Provider } from '@mailcall/contract/provider.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { MailContent } from '../outbox/index.ts';

/** Names no client and no office: the file requires sign-in. */
export const exportReadyMail = (
  provider: Provider,
  made: { url: string; calls: number; until: string },
): MailContent => ({
  subject: `Your ${provider.name} export is ready`,
  paragraphs: [
    `The calls that you asked for (${thousands(made.calls)}) are written. Press the button, sign in and download the file. It is kept until ${made.until}.`,
  ],
  button: { label: 'Open the export', url: made.url },
  closing: 'If you did not ask for an export, tell us at once.',
});

export const exportFailedMail = (provider: Provider, url: string): MailContent => ({
  subject: `Your ${provider.name} export could not be made`,
  paragraphs: [
    'The calls that you asked for could not be written to a file. Nothing is lost: please ask for them again, or for fewer at once.',
  ],
  button: { label: 'Open the portal', url },
});
