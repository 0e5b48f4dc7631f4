import { RefusedConnection } from '../../platform/connection-problem.ts';
import { isAccepted, outsideSetting, readAnswer, requestOutside } from '../../platform/outside-requests.ts';
import { readCsv } from '../../platform/read-csv.ts';
import { csvRow } from '../../platform/write-csv.ts';
import type { Point } from './group-households.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

export interface PostalAddress {
  id: string;
  address: string;
  city: string | null;
  state: string | null;
  zip: string | null;
}

export interface Geocoder {
  readonly batchSize: number;
  /** By id, found addresses only. @throws {Error} if the service fails; the message names no address */
  locate(addresses: readonly PostalAddress[], signal?: AbortSignal): Promise<Map<string, Point>>;
}

const timeout = minutes(5);
const longestAnswer = 4 * 1024 * 1024;

function tooMuch(error: unknown): never {
  throw error instanceof RefusedConnection ? new Error('The geocoder answered too much.') : error;
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text;
}

/** Reads lines such as `"7","12 Main St, Denver, CO, 80202","Match","Exact","12 MAIN ST…","-104.99,39.73","…","L"`. */
async function readPoints(text: string): Promise<Map<string, Point>> {
  const found = new Map<string, Point>();
  for await (const rows of readCsv(inOnePiece(text))) {
    for (const { cells, problem } of rows) {
      const [id, , match, , , point] = cells;
      if (problem !== null || id === undefined || match !== 'Match') continue;
      const [longitude = Number.NaN, latitude = Number.NaN] = (point ?? '').split(',').map(Number);
      if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) found.set(id, { latitude, longitude });
    }
  }
  return found;
}

/** Batch protocol of the US Census Bureau: a CSV file as `addressFile`, answered by a match and a point per id. Sends no names. */
export function httpGeocoder(url: string, batchSize = 1_000): Geocoder {
  const { headers, ...target } = outsideSetting(url);
  return {
    batchSize,
    async locate(addresses, signal) {
      const rows = addresses.map(({ id, address, city, state, zip }) =>
        csvRow([id, address, city, state, zip]),
      );
      const form = new FormData();
      form.set('benchmark', 'Public_AR_Current');
      form.set('addressFile', new File(rows, 'addresses.csv', { type: 'text/csv' }));
      const limit = AbortSignal.timeout(timeout);
      const encoded = new Response(form);
      const answer = await requestOutside({
        ...target,
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        body: await encoded.bytes(),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }).catch(() => null);
      if (!answer || !isAccepted(answer)) {
        answer?.destroy();
        throw new Error(`The geocoder did not answer (${answer?.statusCode ?? 'no connection'}).`);
      }
      const text = (await readAnswer(answer, longestAnswer).catch(tooMuch)).toString();
      const found = await readPoints(text);
      const asked = new Set(addresses.map(({ id }) => id));
      return new Map([...found].filter(([id]) => asked.has(id)));
    },
  };
}
