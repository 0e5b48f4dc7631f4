import { createTransport } from 'nodemailer';

/** A mail, ready to go. */
export interface Mail {
  /** Identifies the mail: sent again it has the same Message-ID, so that mail servers can discard the second one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What sends mails. */
export interface Mailer {
  /** @throws {Error} when the mail server did not accept it, without the part that quotes the recipient. */
  send(mail: Mail): Promise<void>;
}

/** Milliseconds in which the mail server has to answer. */
const timeout = 20_000;

/** Mail through the SMTP server at a URL (`smtp://user:password@host:587`, `smtps://…`), from `name <address>`. */
export function smtpMailer(url: string, from: { name: string; address: string }): Mailer {
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
    { from },
  );
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send({ id, ...mail }) {
      await transport
        .sendMail({ ...mail, messageId: `<${id}@${domain}>` })
        .catch((error: { code?: string; responseCode?: number }) => {
          throw new Error(
            `The mail server did not take the mail (${error.responseCode ?? error.code ?? 'no answer'}).`,
          );
        });
    },
  };
}
