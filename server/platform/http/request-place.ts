import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { shortenAddress } from './shortened-address.ts';

const places = new AsyncLocalStorage<string | null>();

/** Runs `work` for a request; inside it {@link requestPlace} returns the request's address. */
export const inPlaceOf = <Result>(request: Pick<FastifyRequest, 'ip'>, work: () => Result): Result =>
  places.run(shortenAddress(request.ip), work);

/** Shortened address of the current request's client; null outside requests. */
export const requestPlace = (): string | null => places.getStore() ?? null;
