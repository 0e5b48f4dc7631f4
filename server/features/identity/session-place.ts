import Bowser from 'bowser';
import { shortenAddress } from '../../platform/http/request-place.ts';

const maxUserAgent = 1000;

const maxDevice = 80;

export interface SessionPlace {
  device: string | null;
  network: string | null;
}

/** "Chrome on Windows"; null if the user agent names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, maxUserAgent));
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name, system].filter(Boolean).join(' on ').slice(0, maxDevice) || null;
}

export const sessionPlaceOf = (request: {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}): SessionPlace => ({
  device: deviceOf(request.headers['user-agent']),
  network: shortenAddress(request.ip),
});
