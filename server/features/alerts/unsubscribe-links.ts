import { join } from 'node:path';
import { openUnsubscribeLink } from '@mailcall/contract/alert-emails.ts';
import { type AlertType, alertTypes } from '@mailcall/contract/rules/alert-types.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { z } from 'zod';
import { serviceBase } from '../../platform/http/serve.ts';
import { readOrMakeKey } from '../../platform/secret-file.ts';
import { textSigner } from '../../platform/signed-texts.ts';

const alertSchema = z.tuple([z.string(), z.string(), z.enum(alertTypes)]);
const listSchema = z.tuple([z.uuid()]);
const viewSchema = z.tuple([z.uuid(), z.string()]);

export interface UnsubscribeAlert {
  accountId: string;
  contactId: string;
  alertType: AlertType;
}

interface UnsubscribeView {
  viewId: string;
  contactId: string;
}

/** Alert, stored list of a mail's alerts, or mails of a view that a link stops. */
export type UnsubscribeSubject = UnsubscribeAlert | UnsubscribeView | { listId: string };

/** Parts that name the subject in a link; their number distinguishes the kinds. */
function partsOf(subject: UnsubscribeSubject): string[] {
  if ('listId' in subject) return [subject.listId];
  if ('viewId' in subject) return [subject.viewId, subject.contactId];
  return [subject.accountId, subject.contactId, subject.alertType];
}

/** Signed links that only stop emails. They never expire, so that old mails still work. */
export interface UnsubscribeLinks {
  /** Absolute URL for the mail and its `List-Unsubscribe` header. */
  urlOf(subject: UnsubscribeSubject): string;
  /** Reads a link's token; null if it is not ours. */
  read(token: string): UnsubscribeSubject | null;
}

/** Opens the links; the first process creates their key in the data folder. */
export async function openUnsubscribeLinks(environment: {
  dataFolder: string;
  publicUrl: string;
}): Promise<UnsubscribeLinks> {
  const path = join(environment.dataFolder, 'alerts', 'unsubscribe-key');
  const key = (await readOrMakeKey(path)).toString('base64url');
  const signer = textSigner(key, 'unsubscribe ');
  return {
    urlOf(subject) {
      const payload = Buffer.from(JSON.stringify(partsOf(subject))).toString('base64url');
      const link = pathOf(openUnsubscribeLink, { token: signer.sign(payload) });
      return `${environment.publicUrl}${serviceBase.data}${link}`;
    },
    read(token) {
      const payload = signer.read(token);
      if (payload === null) return null;
      const named: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const list = listSchema.safeParse(named).data;
      if (list) return { listId: list[0] };
      const view = viewSchema.safeParse(named).data;
      if (view) return { viewId: view[0], contactId: view[1] };
      const [accountId, contactId, alertType] = alertSchema.parse(named);
      return { accountId, contactId, alertType };
    },
  };
}
