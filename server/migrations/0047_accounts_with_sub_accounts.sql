-- Accounts with all accounts below them, without removed ones: what every request of a person begins with. Level by level, and by the
-- index of what is directly below an account, whatever PostgreSQL knows about the table: a portal that has just been filled has no
-- statistics, a plan that was made while there were a few accounts is kept when there are thousands, and one group can have most
-- of them. The number of rows is a guess that does not depend on the table either.
create function accounts_with_sub_accounts(given text[]) returns table (id text, parent_id text)
language plpgsql stable strict rows 10 cost 10
set enable_seqscan = off set jit = off
as $$
declare
  level text[];
  parents text[];
  found text[] := '{}';
begin
  select array_agg(accounts.id), array_agg(accounts.parent_id) into level, parents
    from accounts where accounts.id = any(given) and not accounts.deleted;
  while level is not null loop
    return query select * from unnest(level, parents);
    found := found || level;
    select array_agg(accounts.id), array_agg(accounts.parent_id) into level, parents
      from accounts where accounts.parent_id = any(level) and not accounts.deleted
        and accounts.id not in (select unnest(found));
  end loop;
end
$$;
