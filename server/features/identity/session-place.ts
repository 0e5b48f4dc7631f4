import Bowser from 'bowser';
import { shortenAddress } from '../../platform/http/request-place.ts';

/** Maximum characters read of a user agent. */
const maxUserAgent = 1000;

/** Maximum characters of a device's description. */
const maxDevice = 80;

export interface SessionPlace {
  /** Browser and system in words; null if not known. */
  device: string | null;
  /** Shortened IP address; null if invalid. */
  network: string | null;
}

/** Browser and system of a user agent: "Chrome on Windows". Null if it names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, maxUserAgent));
  // people know these by the device's name
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
