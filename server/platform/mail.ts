import { createTransport } from 'nodemailer';

/** A mail, ready to go. */
export interface Mail {
  /** Identifies the mail: sent again it has the same Message-ID, so that mail servers can discard the second one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that stops mails like this one with one `POST` (RFC 8058); null for mails that nobody stops. */
  unsubscribeUrl: string | null;
}

/** What sends mails. */
export interface Mailer {
  /** @throws {Error} when the mail server did not accept it, without the part that quotes the recipient. */
  send(mail: Mail): Promise<void>;
}

/** Milliseconds in which the mail server has to answer. */
const timeout = 20_000;

/** The headers by which a mail program offers to stop such mails with one click (RFC 8058). */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** A name and an address, as mail programs show them. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Mail through the SMTP server at a URL (`smtp://user:password@host:587`, `smtps://…`), from one mailbox; answers go to another. */
export function smtpMailer(url: string, { from, replyTo }: { from: Mailbox; replyTo: Mailbox }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      // nothing of ours names a file or an address to attach
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, replyTo },
  );
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send({ id, to, unsubscribeUrl, ...mail }) {
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
