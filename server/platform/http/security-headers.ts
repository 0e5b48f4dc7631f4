import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';

/** All other browser features stay off, even for an injected script. Chromium warns on every page of names that it does not know. */
const permissionsPolicy = [
  ...[
    'autoplay',
    'clipboard-write',
    'fullscreen',
    'publickey-credentials-create',
    'publickey-credentials-get',
  ].map((feature) => `${feature}=(self)`),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ');

const policyHeader = 'content-security-policy';
const ownScripts = "script-src 'self'";

/** Also allows the inline scripts with these hashes, such as `sha256-…`, on one response. */
export function allowInlineScripts({ raw }: FastifyReply, hashes: readonly string[]): void {
  const allowed = [ownScripts, ...hashes.map((hash) => `'${hash}'`)].join(' ');
  raw.setHeader(policyHeader, String(raw.getHeader(policyHeader)).replace(ownScripts, allowed));
}

/** Protects the session in local storage. Components need inline styles; for inline scripts see {@link allowInlineScripts}. */
export function addSecurityHeaders(
  app: FastifyInstance,
  options: {
    publicUrl: string;
    images?: readonly string[];
    connections?: readonly string[];
  },
): void {
  const encrypted = options.publicUrl.startsWith('https:');
  // created once, because Fastify's plugin builds the policy for each request
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.images ?? [])],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...(options.connections ?? [])],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(encrypted ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: encrypted ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
    // valid only on encrypted or local addresses; elsewhere browsers complain
    crossOriginOpenerPolicy: encrypted,
    originAgentCluster: encrypted,
    // for Internet Explorer, Flash or cross-origin links: wasted bytes in every response
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    dnsPrefetchControl: false,
  });
  app.addHook('onRequest', ({ raw }, reply, next) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    addHeaders(raw, reply.raw, (error) => next(error as Error | undefined));
  });
}
