import type { Provider } from '@mailcall/contract/provider.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { MailContent } from '@mailcall/contract/rules/mail-layout.ts';

/** Names no client and no office: the file requires sign-in. */
export const exportReadyMail = (
  provider: Provider,
  made: { url: string; calls: number; until: string },
): MailContent => ({
  subject: `Your ${provider.name} export is ready`,
  paragraphs: [
    `The calls that you requested (${thousands(made.calls)}) are ready. Press the button, sign in and download the file. It is kept until ${made.until}.`,
  ],
  button: { label: 'Open the export', url: made.url },
  closing: 'If you did not request an export, let us know at once.',
});

export const exportFailedMail = (provider: Provider, url: string): MailContent => ({
  subject: `Your ${provider.name} export failed`,
  paragraphs: [
    'We could not write the calls that you requested to a file. Nothing is lost: please request them again, or request fewer at once.',
  ],
  button: { label: 'Open the portal', url },
});
