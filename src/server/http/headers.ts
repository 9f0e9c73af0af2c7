import { numbered } from '../observe/requests.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers files of the built page. */
    isAsset?: boolean;
  }
}

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // the product takes pictures by the file dialog alone; nothing embedded may ask for more
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), browsing-topics=()',
};

/** Said over TLS only (`protocol` follows X-Forwarded-Proto where TRUST_PROXY lets it): half a year, and not for other names of the domain, which are not this product's to decide. */
const onlyTls = (protocol: string): Record<string, string> =>
  protocol === 'https' ? { 'Strict-Transport-Security': 'max-age=15552000' } : {};

/** Nothing but the page itself may run or load: data, files and refusals never become a document with rights. */
const INERT = "default-src 'none'; frame-ancestors 'self'; sandbox";

/**
 * The policy of the page. The component library writes style elements, which carry the nonce; style attributes
 * cannot carry one and are allowed by themselves. Scripts come from
 * files only. `apiOrigin`: another back end the page may call; `partners`: origins that may embed the page and be
 * embedded by it (MESSAGE_ORIGINS; browsers that know `frame-ancestors` leave X-Frame-Options aside); `frames`: origins
 * that may only be embedded (FRAME_ORIGINS); `media`: from which videos are played, whose parts are fetched and handed over as blobs
 * (MEDIA_ORIGINS).
 */
export const pagePolicy = (
  nonce: string,
  apiOrigin = '',
  partners: readonly string[] = [],
  frames: readonly string[] = [],
  media: readonly string[] = [],
): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...(apiOrigin === '' ? [] : [apiOrigin]), ...media].join(' '),
    ["media-src 'self' blob:", ...media].join(' '),
    ["frame-src 'self' blob:", ...partners, ...frames].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...partners].join(' '),
  ].join('; ');

/** What the refusal of no request carries. */
export const BARE: Readonly<Record<string, string>> = {
  ...COMMON,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': INERT,
};

/** What an answer carries that the hooks of routes do not see: streams, refusals of an address that cannot be read. */
export const bareHeaders = ({ id, protocol }: { id: string; protocol: string }): Record<string, string> => ({
  ...BARE,
  ...onlyTls(protocol),
  ...numbered(id),
});

/**
 * Sets the headers that every answer carries; a route may set its own before. Whatever is not a file of the built page is
 * inert and kept by nobody, however its address was written: a rule about `/api/` does not see `/%61pi/`.
 */
export function installHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers({ ...COMMON, ...onlyTls(request.protocol) });
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    // a worker's file would run under its own policy instead of none
    const isAsset = request.routeOptions.config?.isAsset === true && reply.statusCode < 400;
    if (!isAsset && !reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', INERT);
    done(null, payload);
  });
}
