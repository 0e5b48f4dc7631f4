import { messages } from '@mailcall/contract/rules/messages.ts';
import { notFound } from '../../platform/http/problems.ts';

/** The call does not exist, or is not the viewer's: both are answered alike (HTTP 404). */
export const noCall = (id: string) => notFound(messages.callNotFound(id));
