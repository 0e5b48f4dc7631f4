export { inboxCountQuery } from './api.ts';
export { InboxPage } from './inbox-page.tsx';
