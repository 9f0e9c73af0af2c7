import type { FastifyInstance } from 'fastify';

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // the product takes pictures by the file dialog alone; nothing embedded may ask for more
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), browsing-topics=()',
};

/** Half a year, and not for other names of the domain: those are not this product's to decide. */
const ONLY_TLS = 'max-age=15552000';

/** Nothing but the page itself may run or load: data and files of the API never become a document with rights. */
const API_POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox";

/**
 * The policy of the page. The component library writes style elements, which carry the nonce; style attributes
 * cannot carry one and are allowed by themselves. Scripts come from
 * files only. `apiOrigin`: another back end the page may call; `partners`: origins that may embed the page and be
 * embedded by it (MESSAGE_ORIGINS; browsers that know `frame-ancestors` leave X-Frame-Options aside); `frames`: origins
 * that may only be embedded (FRAME_ORIGINS).
 */
export const pagePolicy = (nonce: string, apiOrigin = '', partners: readonly string[] = [], frames: readonly string[] = []): string => [
  "default-src 'self'", "script-src 'self'", `style-src 'self' 'nonce-${nonce}'`, "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:", "font-src 'self' data:", `connect-src 'self' ${apiOrigin}`.trim(), ["frame-src 'self' blob:", ...partners, ...frames].join(' '), "worker-src 'self' blob:",
  "object-src 'none'", "base-uri 'none'", "form-action 'self'", ["frame-ancestors 'self'", ...partners].join(' '),
].join('; ');

/** Sets the headers that every answer carries; a route may set its own before. */
export function installHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(COMMON);
    // said over TLS only; `protocol` follows X-Forwarded-Proto where TRUST_PROXY lets it
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', ONLY_TLS);
    if (request.url.startsWith('/api/')) {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
      if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', API_POLICY);
    }
    done(null, payload);
  });
}
