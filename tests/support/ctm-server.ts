import { createServer } from 'node:http';
import { answerJson, listenOnLoopback, type LoopbackServer } from './loopback-server.ts';

interface CtmAccount {
  id: number;
  name: string;
  numbers: string[];
  calls: Readonly<Record<string, unknown>>[];
}

/** A server that follows CallTrackingMetrics' documentation: an agency's accounts, their numbers and calls, by page. */
export interface CtmServer extends LoopbackServer {
  readonly key: string;
  accounts: CtmAccount[];
  pageSize: number;
  readonly asked: string[];
  /** Accounts that answer 403. */
  readonly refused: Set<number>;
}

export async function startCtmServer(accounts: CtmAccount[] = []): Promise<CtmServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', state.origin);
    state.asked.push(`${url.pathname}${url.search}`);
    if (request.headers.authorization !== `Basic ${Buffer.from(state.key).toString('base64')}`)
      return answerJson(response, 401, { error: 'unauthorized' });
    const [, id, list] = /^\/api\/v1\/accounts\/(\d+)\/(numbers|calls)$/.exec(url.pathname) ?? [];
    const account = state.accounts.find((one) => String(one.id) === id);
    if (account && state.refused.has(account.id)) return answerJson(response, 403, { error: 'forbidden' });
    const isAccounts = url.pathname === '/api/v1/accounts';
    if (!isAccounts && (!account || list === undefined))
      return answerJson(response, 404, { error: 'not found' });
    const rows = isAccounts
      ? state.accounts.map((one) => ({ id: one.id, name: one.name, status: 'active' }))
      : list === 'numbers'
        ? (account?.numbers ?? []).map((number) => ({ id: `TPN${number.slice(1)}`, number }))
        : (account?.calls ?? []);
    const name = isAccounts ? 'accounts' : (list ?? '');
    const page = Number(url.searchParams.get('page') ?? 1);
    const pages = Math.max(1, Math.ceil(rows.length / state.pageSize));
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    answerJson(response, 200, {
      [name]: rows.slice((page - 1) * state.pageSize, page * state.pageSize),
      page,
      per_page: state.pageSize,
      total_entries: rows.length,
      total_pages: pages,
      next_page: page < pages ? next.href : null,
    });
  });
  const state: CtmServer = {
    ...(await listenOnLoopback(server)),
    key: 'access-key:secret-key',
    accounts,
    pageSize: 2,
    asked: [],
    refused: new Set(),
  };
  return state;
}
