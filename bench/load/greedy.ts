import { Agent, request } from 'node:http';
import { getCallbackFigures } from '@mailcall/contract/callback-figures.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';
import type { Person } from '../signed-in-people.ts';

export interface GreedyPerson {
  readonly answers: ReadonlyMap<number, number>;
  stop: () => void;
}

const firstDay = Date.parse('2018-01-01');

export function beGreedy(base: string, person: Person, parallel: number): GreedyPerson {
  const agent = new Agent({ keepAlive: true });
  const answers = new Map<number, number>();
  const headers = { authorization: `Bearer ${person.token}` };
  let sent = 0;
  let stopped = false;
  const send = () => {
    if (stopped) return;
    // new dates each time, so that no answer comes from a cache
    const startDate = new Date(firstDay + sent * 86_400_000).toISOString().slice(0, 10);
    const endDate = '2030-12-31';
    const query = encodeQuery({ accountIds: person.accountIds, filters: { startDate, endDate } });
    const path = `${serviceBase.data}${getCallbackFigures.path}?${query}`;
    sent += 1;
    const outgoing = request(base + path, { agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      answer.resume().once('end', send);
    });
    outgoing.on('error', () => {});
    outgoing.end();
  };
  for (let count = 0; count < parallel; count += 1) send();
  return {
    answers,
    stop() {
      stopped = true;
      agent.destroy();
    },
  };
}
