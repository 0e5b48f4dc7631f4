import Bowser from 'bowser';
import { shortenAddress } from '../../platform/http/shortened-address.ts';

/** The most characters of a user agent that are read. */
const maxUserAgent = 1000;

/** The most characters of the words for a device. */
const maxDevice = 80;

/** What is stored of where a session began. */
export interface SessionPlace {
  /** Browser and system in words; null when they are not known. */
  device: string | null;
  /** The shortened address; null when it is none. */
  network: string | null;
}

/** Browser and system of a user agent in words: "Chrome on Windows". Null when it names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, maxUserAgent));
  // people know these by the name of the device
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name, system].filter(Boolean).join(' on ').slice(0, maxDevice) || null;
}

/** Where a request comes from, as a session stores it. */
export const sessionPlaceOf = (request: {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}): SessionPlace => ({
  device: deviceOf(request.headers['user-agent']),
  network: shortenAddress(request.ip),
});
