import { requestIdHeader } from '../observe/requestLog.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route serves files of the built front end. */
    isAsset?: boolean;
  }
}

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // The product uses only the camera, to scan codes. Embedded pages of other origins may not use any of these
  // features.
  'Permissions-Policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), browsing-topics=()',
};

/**
 * Returns the HSTS header, which is sent only over TLS (with TRUST_PROXY `protocol` follows X-Forwarded-Proto). It is
 * valid for half a year and does not include subdomains, because other systems of the company may use them.
 */
const hstsHeader = (protocol: string): Record<string, string> =>
  protocol === 'https' ? { 'Strict-Transport-Security': 'max-age=15552000' } : {};

/** Content-Security-Policy of everything except the page: data, files and errors may not load or run anything. */
const INERT_POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox";

/**
 * Returns the Content-Security-Policy of the page. Style elements, which the component library creates, have the
 * nonce. Style attributes cannot have a nonce and are allowed. Scripts are loaded only from files. `apiOrigin`:
 * another back end that the page calls. `partners`: origins that may embed the page and may be embedded in it
 * (MESSAGE_ORIGINS; browsers that support `frame-ancestors` ignore X-Frame-Options). `frames`: origins that may only
 * be embedded (FRAME_ORIGINS). `media`: origins from which videos are loaded in parts and played as blobs
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

/** Fixed headers of answers for which no hook runs. */
export const FIXED_HOOKLESS_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': INERT_POLICY,
};

/** Returns all headers of an answer for which no hook runs: a stream, or the refusal of an invalid address. */
export const hooklessHeaders = ({ id, protocol }: { id: string; protocol: string }): Record<string, string> => ({
  ...FIXED_HOOKLESS_HEADERS,
  ...hstsHeader(protocol),
  ...requestIdHeader(id),
});

/**
 * Sets the headers of every answer. `Cache-Control` and `Content-Security-Policy` that a route has set are kept.
 * Otherwise every answer gets `no-store`, and every answer except files of the built front end the inert policy. The
 * address is not used for this decision, because a rule for `/api/` would not match `/%61pi/`.
 */
export function installHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers({ ...COMMON_HEADERS, ...hstsHeader(request.protocol) });
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    // no policy for assets: a worker is subject to the policy of its script file, and the inert policy would block it
    const isAsset = request.routeOptions.config?.isAsset === true && reply.statusCode < 400;
    if (!isAsset && !reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', INERT_POLICY);
    done(null, payload);
  });
}
