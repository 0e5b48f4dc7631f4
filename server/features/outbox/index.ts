/*
 * Outbox: mails and text messages that wait to be sent. A room writes a message in the transaction that causes it.
 *   outbox, message                  writing: recipient, content, brand, until when it is worth sending
 *   send-message, message-queue      sending: by SMTP or the SMS service, again after failures, then given up
 *   unsent-messages                  messages that could not be sent, for warnings
 *   outbox-page, outbox-link         without a mail server, a page of this machine shows the messages
 * Tables: outbox.
 * Routes: /outbox, only with the key of the process.
 * Commands: outbox, links.
 * Tasks: `send message`; messages are removed a week after they were sent.
 */
export { openOutbox, type Outbox } from './outbox.ts';
export { listOutbox, resendOutbox, unsentEntries } from './outbox-commands.ts';
export { findOutboxLinks, outboxLink, saveOutboxLink } from './outbox-link.ts';
export { type Channel, disputeAnsweredKind, savedViewKind } from './message.ts';
export { abandonedMessages } from './unsent-messages.ts';
export { makeOutboxKey, serveOutbox } from './outbox-page.ts';
export { textMessage } from './text-message.ts';
