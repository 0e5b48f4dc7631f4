import {
  type DesignAlertSettings,
  designAlertSettings,
  saveDesignAlertSetting,
} from '@mailcall/contract/design-alerts.ts';
import { type AlertMethod, orderedMethods } from '@mailcall/contract/rules/alert-types.ts';
import {
  defaultDesignMethods,
  designAlertsFor,
  type DesignAlertType,
} from '@mailcall/contract/rules/design-alerts.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';

/** Of all named contacts, also those without a setting. */
export async function methodsOf(
  database: Queryable,
  contactIds: readonly string[],
  alertType: DesignAlertType,
): Promise<Map<string, readonly AlertMethod[]>> {
  const { rows } = await sql<{ contactId: string; methods: AlertMethod[] }>`
    select contact_id as "contactId", methods from design_alert_settings
    where contact_id = any(${[...contactIds]}::text[]) and alert_type = ${alertType}`.execute(database);
  const stored = new Map(rows.map(({ contactId, methods }) => [contactId, methods]));
  return new Map(contactIds.map((id) => [id, stored.get(id) ?? defaultDesignMethods]));
}

async function save(
  database: Queryable,
  {
    contactId,
    alertType,
    methods,
    now,
  }: { contactId: string; alertType: DesignAlertType; methods: readonly AlertMethod[]; now: Date },
): Promise<void> {
  await sql`
    insert into design_alert_settings (contact_id, alert_type, methods, changed_at)
    values (${contactId}, ${alertType}, ${[...methods]}, ${now})
    on conflict (contact_id, alert_type) do update set methods = excluded.methods, changed_at = excluded.changed_at`.execute(
    database,
  );
}

const salesPrefix = 'sales-contact ';
/** In settings and links. Ids of contacts have no blanks. */
export const salesContactKey = (id: string) => `${salesPrefix}${id}`;

interface DesignEmails {
  contactId: string;
  alertType: DesignAlertType;
}

export const designEmails = {
  /** Null if the person is gone. */
  async read(database: Queryable, { contactId, alertType }: DesignEmails): Promise<{ on: boolean } | null> {
    const { rows } = contactId.startsWith(salesPrefix)
      ? await sql`select 1 from sales_contacts where id = ${contactId.slice(salesPrefix.length)} and not deleted`.execute(
          database,
        )
      : await sql`select 1 from contacts where id = ${contactId} and not deleted`.execute(database);
    if (rows.length === 0) return null;
    const methods = (await methodsOf(database, [contactId], alertType)).get(contactId);
    return { on: methods?.includes('Email') ?? false };
  },

  async stop(database: Queryable, { contactId, alertType }: DesignEmails, now: Date): Promise<void> {
    const methods = (await methodsOf(database, [contactId], alertType)).get(contactId) ?? [];
    const kept = methods.filter((method) => method !== 'Email');
    await save(database, { contactId, alertType, methods: kept, now });
  },
};

function alertsOf({ team }: Viewer): readonly DesignAlertType[] {
  if (!team) return designAlertsFor(false);
  return teamMayUse('designer', team.roles) ? designAlertsFor(true) : [];
}

async function readSettings(database: Queryable, viewer: Viewer): Promise<DesignAlertSettings> {
  const { contactId } = viewer;
  const { rows } = await sql<{ hasPhone: boolean }>`
    select phone is not null as "hasPhone" from contacts where id = ${contactId}`.execute(database);
  const records = await Promise.all(
    alertsOf(viewer).map(async (alertType) => ({
      alertType,
      methods: orderedMethods((await methodsOf(database, [contactId], alertType)).get(contactId) ?? []),
    })),
  );
  return { records, hasPhone: rows[0]?.hasPhone ?? false };
}

export function serveDesignAlertSettings(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const { kysely } = database;

  routes.serve(designAlertSettings, async ({ viewer }) => readSettings(kysely, viewer));

  routes.serve(saveDesignAlertSetting, async ({ viewer, body: { alertType, methods } }) => {
    if (!alertsOf(viewer).includes(alertType)) throw notPossible('You do not get this alert.');
    const { hasPhone } = await readSettings(kysely, viewer);
    if (methods.includes('SMS') && !hasPhone) throw notPossible(messages.smsNeedsPhone);
    await save(kysely, {
      contactId: viewer.contactId,
      alertType,
      methods: orderedMethods(methods),
      now: clock.now(),
    });
    return readSettings(kysely, viewer);
  });
}
