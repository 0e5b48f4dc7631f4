import { loadModule, parseSync } from 'libpg-query';
import { placements } from '../../server/platform/distribution/placement.ts';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function* nodesOf(kind: string, value: unknown): Generator<Tree> {
  if (!isTree(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === kind && isTree(child)) yield child;
    yield* nodesOf(kind, child);
  }
}

const relations = (value: unknown) => [...nodesOf('RangeVar', value)];
const isDistributed = ({ relname }: Tree) => placements.get(String(relname)) === 'distributed';

function columnOf(value: unknown): string | null {
  const reference = isTree(value) ? value['ColumnRef'] : null;
  const fields = isTree(reference) ? (reference['fields'] as Tree[]) : [];
  const name = fields.at(-1)?.['String'];
  return isTree(name) ? String(name['sval']) : null;
}

function namesOneAccount(condition: unknown): boolean {
  if (!isTree(condition)) return false;
  const every = condition['BoolExpr'];
  if (isTree(every)) return every['boolop'] === 'AND_EXPR' && (every['args'] as Tree[]).some(namesOneAccount);
  const expression = condition['A_Expr'];
  if (!isTree(expression) || expression['kind'] !== 'AEXPR_OP') return false;
  const sides = [expression['lexpr'], expression['rexpr']];
  const isValue = (side: unknown): boolean =>
    isTree(side) &&
    ('ParamRef' in side ||
      'A_Const' in side ||
      (isTree(side['TypeCast']) && isValue(side['TypeCast']['arg'])));
  return sides.some((side) => columnOf(side) === 'account_id') && sides.some(isValue);
}

const volatile = new Set([
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'random',
  'gen_random_uuid',
  'nextval',
]);
/** Functions that Citus refuses in `returning`, including those whose results depend on session settings. */
const notImmutable = new Set([...volatile, 'to_char']);

const callsOneOf = (functions: ReadonlySet<string>, expression: unknown): boolean =>
  [...nodesOf('FuncCall', expression)].some(({ funcname }) =>
    [...nodesOf('String', funcname)].some(({ sval }) => functions.has(String(sval))),
  );

const hasLimitedLateral = (fromClause: unknown) =>
  [...nodesOf('RangeSubselect', fromClause)].some(({ lateral, subquery }) => {
    const select = isTree(subquery) ? subquery['SelectStmt'] : null;
    return (
      lateral === true &&
      isTree(select) &&
      Boolean(select['limitCount'] ?? select['limitOffset']) &&
      relations(select).some(isDistributed)
    );
  });

const jsonOfRows = new Set(['to_json', 'to_jsonb', 'row_to_json', 'json_agg', 'jsonb_agg']);

/** Whether a statement converts whole rows of a distributed subquery to JSON; their columns can lose their names. */
function makesJsonOfRows(parsed: unknown): boolean {
  const statement = isTree(parsed) ? (parsed['stmts'] as Tree[])[0]?.['stmt'] : null;
  const select = isTree(statement) ? statement['SelectStmt'] : null;
  if (!isTree(select)) return false;
  const aliases = new Set(
    [...nodesOf('RangeSubselect', select['fromClause'])]
      .filter(({ subquery }) => relations(subquery).some(isDistributed))
      .map(({ alias }) => (isTree(alias) ? alias['aliasname'] : null)),
  );
  return [...nodesOf('FuncCall', select['targetList'])].some(
    ({ funcname, args }) =>
      [...nodesOf('String', funcname)].some(({ sval }) => jsonOfRows.has(String(sval))) &&
      Array.isArray(args) &&
      args.some((argument) => aliases.has(columnOf(argument))),
  );
}

function* formsOf(statement: unknown): Generator<string> {
  if (makesJsonOfRows(statement))
    yield 'makes JSON of whole rows of a subquery, whose columns lose their names';
  const named = [...nodesOf('ColumnRef', statement)].map((ColumnRef) => columnOf({ ColumnRef }));
  if (named.includes('ctid') && relations(statement).some(isDistributed))
    yield 'names a row by ctid, which each machine has';
  for (const select of nodesOf('SelectStmt', statement)) {
    if (select['lockingClause'] && relations(select['fromClause']).some(isDistributed)) {
      if (!namesOneAccount(select['whereClause'])) yield 'locks rows without account_id = of one account';
    }
    if (isTree(select['groupClause']) && [...nodesOf('GroupingSet', select['groupClause'])].length > 0)
      yield 'has grouping sets';
  }
  for (const link of nodesOf('SubLink', statement)) {
    const subquery = isTree(link['subselect']) ? link['subselect']['SelectStmt'] : null;
    if (
      isTree(subquery) &&
      !subquery['targetList'] &&
      subquery['op'] === 'SETOP_NONE' &&
      !subquery['valuesLists']
    )
      yield 'has a subquery without a column (select 1 from …)';
  }
  for (const { onConflictClause } of nodesOf('InsertStmt', statement)) {
    if (isTree(onConflictClause) && callsOneOf(volatile, onConflictClause['targetList']))
      yield 'has a function of the time or of chance in the action of on conflict';
  }
  for (const kind of ['InsertStmt', 'UpdateStmt', 'DeleteStmt'])
    for (const { relation, returningClause } of nodesOf(kind, statement))
      if (isTree(relation) && isDistributed(relation) && callsOneOf(notImmutable, returningClause))
        yield 'has a function that is not immutable in returning';
  for (const { withClause } of [...nodesOf('SelectStmt', statement), ...nodesOf('InsertStmt', statement)])
    if (isTree(withClause) && withClause['recursive'] === true && relations(statement).some(isDistributed))
      yield 'has a recursive query together with a distributed table';
  for (const update of nodesOf('UpdateStmt', statement)) {
    const names = ((update['targetList'] ?? []) as Tree[]).map(
      (target) => (target['ResTarget'] as Tree)['name'],
    );
    if (isTree(update['relation']) && isDistributed(update['relation']) && names.includes('account_id'))
      yield 'changes the account of a row';
  }
  for (const { fromClause } of nodesOf('SelectStmt', statement))
    if (
      isTree(fromClause) &&
      [...nodesOf('RangeFunction', fromClause)].length > 0 &&
      hasLimitedLateral(fromClause)
    )
      yield 'has a limit in a lateral subquery of a distributed table, for rows of a function';
}

export const loadParser: () => Promise<void> = loadModule;

export const distributedTablesIn = (text: string): string[] => [
  ...new Set(
    relations(parseSync(text))
      .filter((relation) => isDistributed(relation) && relation['schemaname'] === undefined)
      .map(({ relname }) => String(relname)),
  ),
];

/** Reasons why a distributed database refuses a statement. Temporary tables are fine: imports copy rows first. */
export function undistributedForms(text: string): string[] {
  const parsed: unknown = parseSync(text);
  const named = relations(parsed);
  if (named.some(({ schemaname, relname }) => schemaname === 'pg_temp' || relname === 'outdated_calls'))
    return [];
  return [...new Set(formsOf(parsed))];
}
