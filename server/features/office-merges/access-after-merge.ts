import type { AccessChange, OfficeMerge } from '@mailcall/contract/office-merges.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface Account {
  id: string;
  parentId: string | null;
  deleted: boolean;
}

export interface PlannedMerge {
  from: string;
  into: string;
  /** Group of the surviving office afterwards. */
  groupId: string | null;
}

/** Somebody, or something, that sees these accounts and all below them. */
export interface Access {
  id: string;
  kind: AccessChange['kind'];
  name: string;
  email: string | null;
  accountIds: readonly string[];
  primaryIds: readonly string[];
}

export const readAccounts = async (database: Queryable): Promise<Account[]> => {
  const { rows } = await sql<Account>`
    select id, parent_id as "parentId", deleted from accounts where merged_into is null`.execute(database);
  return rows;
};

/** The accounts after the merge. */
export function afterMerge(accounts: readonly Account[], { from, into, groupId }: PlannedMerge): Account[] {
  return accounts.flatMap((account) => {
    if (account.id === from) return [];
    if (account.id === into) return [{ ...account, parentId: groupId }];
    return [account.parentId === from ? { ...account, parentId: into } : account];
  });
}

class Tree {
  readonly #below: Map<string | null, Account[]>;
  readonly #present: Set<string>;

  constructor(accounts: readonly Account[]) {
    const present = accounts.filter(({ deleted }) => !deleted);
    this.#present = new Set(present.map(({ id }) => id));
    this.#below = Map.groupBy(present, ({ parentId }) => parentId);
  }

  seen(accountIds: Iterable<string>): Set<string> {
    const found = new Set([...accountIds].filter((id) => this.#present.has(id)));
    // a set also iterates over items added meanwhile
    for (const id of found) for (const below of this.#below.get(id) ?? []) found.add(below.id);
    return found;
  }
}

/** Who sees more, and who loses the merged office's data. */
export function compareAccess(
  accounts: readonly Account[],
  merge: PlannedMerge,
  everyone: readonly Access[],
): Pick<OfficeMerge, 'gaining'> & { losing: { id: string; name: string }[] } {
  const { from, into } = merge;
  const [before, after] = [new Tree(accounts), new Tree(afterMerge(accounts, merge))];
  const moved = (ids: readonly string[]) => ids.map((id) => (id === from ? into : id));
  const gaining: AccessChange[] = [];
  const losing = new Map<string, string>();
  for (const { accountIds, primaryIds, ...who } of everyone) {
    const [seen, sees] = [before.seen(accountIds), after.seen(moved(accountIds))];
    if (seen.has(from) && !sees.has(into) && who.kind !== 'webhook') losing.set(who.id, who.name);
    const change = {
      seesMerged: sees.has(into) && !seen.has(from),
      seesSurviving: sees.has(into) && !seen.has(into),
      otherOffices: [...sees].filter((id) => id !== into && !seen.has(id)).length,
      becomesPrimary:
        after.seen(moved(primaryIds)).has(into) && !before.seen(primaryIds).has(into) && sees.has(into),
    };
    if (change.seesMerged || change.seesSurviving || change.otherOffices > 0 || change.becomesPrimary)
      gaining.push({ ...who, ...change });
  }
  return { gaining, losing: [...losing].map(([id, name]) => ({ id, name })) };
}

/** Everyone with access to chosen accounts, by name; people who work for all accounts see both offices already. */
export async function readEveryone(database: Queryable, now: Date): Promise<Access[]> {
  const { rows } = await sql<Access>`
    select contacts.id, 'contact' as kind, contacts.name, contacts.email,
      array_agg(linked.account_id) as "accountIds", coalesce(array_agg(linked.account_id) filter (where linked.is_primary), '{}') as "primaryIds"
    from contact_accounts linked join contacts on contacts.id = linked.contact_id and not contacts.deleted group by contacts.id
    union all
    select contacts.id, 'team', contacts.name, contacts.email, array_agg(chosen.account_id), '{}'
    from team_member_accounts chosen join contacts on contacts.id = chosen.contact_id
      join team_members on team_members.contact_id = contacts.id and not team_members.all_accounts group by contacts.id`.execute(
    database,
  );
  // separate, because these tables are on the coordinator of a cluster
  const { rows: grants } = await sql<{ id: string; contactId: string; accountIds: string[] }>`
    select grants.id::text as id, grants.contact_id as "contactId", array_agg(linked.account_id) as "accountIds"
    from scoreboard_grants grants join scoreboard_grant_accounts linked on linked.grant_id = grants.id
    where coalesce(grants.expires_at, grants.code_expires_at) > ${now} group by grants.id`.execute(database);
  const { rows: holders } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from contacts where id = any(${grants.map(({ contactId }) => contactId)}::text[])`.execute(
    database,
  );
  const { rows: webhooks } = await sql<{ id: string; name: string; accountIds: string[] }>`
    select id, url as name, account_ids as "accountIds" from webhooks
    where removed_at is null and account_ids is not null`.execute(database);
  const byId = new Map(holders.map((holder) => [holder.id, holder]));
  return [
    ...rows,
    ...grants.map(({ id, contactId, accountIds }): Access => {
      const { name = contactId, email = null } = byId.get(contactId) ?? {};
      return { id, kind: 'link', name, email, accountIds, primaryIds: [] };
    }),
    ...webhooks.map((webhook): Access => ({ ...webhook, kind: 'webhook', email: null, primaryIds: [] })),
  ].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en', { numeric: true }) || (one.id < other.id ? -1 : 1),
  );
}
