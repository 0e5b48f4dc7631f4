import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { shortenAddress } from './shortened-address.ts';

const places = new AsyncLocalStorage<string | null>();

/** Runs the work for a request, in which {@link requestPlace} says where the request comes from. */
export const inPlaceOf = <Result>(request: Pick<FastifyRequest, 'ip'>, work: () => Result): Result =>
  places.run(shortenAddress(request.ip), work);

/** Where the request that is being answered comes from, as a shortened address; null when no request causes what is done. */
export const requestPlace = (): string | null => places.getStore() ?? null;
