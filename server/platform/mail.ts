import { seconds } from '@mailcall/contract/time/durations.ts';
import { createTransport } from 'nodemailer';

export interface Mailbox {
  name: string;
  address: string;
}

export interface Mail {
  /** Becomes the Message-ID, so that mail servers can drop a repeated mail. */
  id: string;
  from: Mailbox;
  /** Gets replies. */
  replyTo: Mailbox;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A single `POST` unsubscribes (RFC 8058); null for mails without unsubscription. */
  unsubscribeUrl: string | null;
}

export interface Mailer {
  /** Connects and signs in without sending. Throws with the server's reason. */
  verify(): Promise<void>;
  /** Throws if the mail server refuses; the message does not contain the recipient. */
  send(mail: Mail): Promise<void>;
}

const timeout = seconds(20);

const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** `smtp://user:password@host:587` or `smtps://…`. */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // Mailcall attaches no files by path or URL
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async verify() {
      await transport.verify();
    },
    async send({ id, to, unsubscribeUrl, ...mail }) {
      const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1);
      const headers = unsubscribeUrl === null ? {} : oneClickHeaders(unsubscribeUrl);
      await transport
        .sendMail({
          ...mail,
          // an object is one recipient; a text would be parsed as a list
          to: { name: '', address: to },
          headers,
          messageId: `<${id}@${domain}>`,
        })
        .catch((error: { code?: string; responseCode?: number }) => {
          throw new Error(
            `The mail server did not take the mail (${error.responseCode ?? error.code ?? 'no answer'}).`,
          );
        });
    },
  };
}
