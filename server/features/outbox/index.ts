export { escapeHtml, layOut, type MailContent, supportSentence } from './mail-content.ts';
export { openOutbox, type Outbox } from './outbox.ts';
export { listOutbox, resendOutbox, unsentEntries } from './outbox-commands.ts';
export { findOutboxLinks, outboxLink, saveOutboxLink } from './outbox-link.ts';
export { savedViewKind } from './message.ts';
export { makeOutboxKey, serveOutbox } from './outbox-page.ts';
