export type { Letter } from './letter.ts';
export { openOutbox, type Outbox } from './outbox.ts';
export { serveOutbox } from './outbox-page.ts';
