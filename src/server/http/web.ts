import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { buildTime, isCompressible, readAssets, type Asset } from './assets.ts';
import { pagePolicy } from './headers.ts';
import { Refusal } from './refusal.ts';

const YEAR = 31_536_000;

interface PageContext {
  settings: Settings;
  /** What stands in the page's `platform` meta element. */
  pageFacts?: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The built front end: the page, with a fresh nonce where it says `__CSP_NONCE__` (its `csp-nonce` meta element), and its files. */
export const webRoutes = (app: FastifyInstance, { settings, pageFacts }: PageContext): void => {
  let assets: ReadonlyMap<string, Asset> = new Map();
  let readAt = 0;
  const refresh = (): void => {
    const time = buildTime(settings.webDir);
    if (time !== 0 && time !== readAt) assets = readAssets(settings.webDir);
    readAt = time;
  };
  refresh();
  const options = { config: { isPublic: true }, schema: { hide: true }, exposeHeadRoute: true };
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    refresh();
    const page = assets.get('index.html');
    if (!page) throw new Refusal('404');
    // a page without them is better than none: it says later what is wrong with the database
    const facts = await pageFacts?.().catch(() => ({}));
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'Content-Security-Policy',
        pagePolicy(nonce, apiOrigin(page), settings.messageOrigins, settings.frameOrigins, settings.mediaOrigins),
      )
      .header('Cache-Control', 'no-cache')
      .type(page.type)
      .send(
        filled(page.bytes.toString('utf8'), {
          CSP_NONCE: nonce,
          MESSAGE_ORIGINS: settings.messageOrigins.join(' '),
          FRAME_ORIGINS: settings.frameOrigins.join(' '),
          MEDIA_ORIGINS: settings.mediaOrigins.join(' '),
          ROUTE_ENTRY: settings.routeEntry,
          FILE_OUTSIDE_URL: settings.fileOutsideUrl ?? '',
          PLATFORM: escaped(JSON.stringify(facts ?? {})),
        }),
      );
  };
  app.get('/', options, (_request, reply) => sendPage(reply));
  app.get('/index.html', options, (_request, reply) => sendPage(reply));
  app.get<{ Params: { '*': string } }>(
    '/*',
    { ...options, config: { isPublic: true, isAsset: true } },
    async (request, reply) => {
      const asset = assets.get(request.params['*']);
      if (!asset) throw new Refusal('404');
      return sendAsset(asset, request, reply);
    },
  );
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts settings where the page says `__NAME__` (its meta elements); they were checked or escaped to hold nothing that ends an attribute. */
const filled = (page: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`__${name}__`, () => value), page);

/** Origin of another back end that the page was pointed at by its `api-base` meta element; '' for this one. */
function apiOrigin(page: Asset): string {
  const base = /<meta name="api-base" content="(https?:[^"]+)"/.exec(page.bytes.toString('utf8'))?.[1];
  return base && URL.canParse(base) ? new URL(base).origin : '';
}

async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply
    .header('Cache-Control', asset.isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    .header('ETag', asset.etag)
    .header('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === asset.etag) return reply.status(304).send();
  reply.type(asset.type);
  // a picture may hold script: opened by itself it is a document
  if (asset.type === 'image/svg+xml')
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = !isCompressible(asset)
    ? null
    : /\bbr\b/.test(accepted)
      ? 'br'
      : /\bgzip\b/.test(accepted)
        ? 'gzip'
        : null;
  return encoding
    ? reply.header('Content-Encoding', encoding).send(await asset.encoded(encoding))
    : reply.send(asset.bytes);
}
