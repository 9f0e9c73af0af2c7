import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { buildTime, isCompressible, readAssets, type Asset } from './assets.ts';
import { pagePolicy } from './headers.ts';
import { Refusal } from './refusal.ts';

const YEAR_SECONDS = 31_536_000;

interface PageContext {
  settings: Settings;
  /** Loads the values for the page's `platform` meta element. */
  pageSettings?: () => Promise<Readonly<Record<string, unknown>>>;
}

let lastBuild: { folder: string; time: number; assets: ReadonlyMap<string, Asset> } | null = null;

/** Returns the assets of a build, read once for all servers of this process. `time`: modification time of the build. */
const readBuild = (folder: string, time: number): ReadonlyMap<string, Asset> => {
  if (lastBuild?.folder !== folder || lastBuild.time !== time) lastBuild = { folder, time, assets: readAssets(folder) };
  return lastBuild.assets;
};

/**
 * Serves the page and the files of the built front end. In the page, `__CSP_NONCE__` (its `csp-nonce` meta element)
 * is replaced by a fresh nonce.
 */
export const webRoutes = (app: FastifyInstance, { settings, pageSettings }: PageContext): void => {
  let assets: ReadonlyMap<string, Asset> = new Map();
  let loadedBuildTime = 0;
  const refreshAssets = (): void => {
    const time = buildTime(settings.webDir);
    if (time !== 0 && time !== loadedBuildTime) assets = readBuild(settings.webDir, time);
    loadedBuildTime = time;
  };
  refreshAssets();
  const options = { config: { isPublic: true }, schema: { hide: true }, exposeHeadRoute: true };
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    refreshAssets();
    const page = assets.get('index.html');
    if (!page) throw new Refusal('404');
    // if the database fails, the page is served without these values; its own requests then show the failure
    const platformValues = await pageSettings?.().catch(() => ({}));
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'Content-Security-Policy',
        pagePolicy(nonce, apiOrigin(page), settings.messageOrigins, settings.frameOrigins, settings.mediaOrigins),
      )
      .header('Cache-Control', 'no-cache')
      .type(page.type)
      .send(
        fillPlaceholders(page.bytes.toString('utf8'), {
          CSP_NONCE: nonce,
          MESSAGE_ORIGINS: settings.messageOrigins.join(' '),
          FRAME_ORIGINS: settings.frameOrigins.join(' '),
          MEDIA_ORIGINS: settings.mediaOrigins.join(' '),
          ROUTE_ENTRY: settings.routeEntry,
          FILE_OUTSIDE_URL: settings.fileOutsideUrl ?? '',
          PLATFORM: escapeAttribute(JSON.stringify(platformValues ?? {})),
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

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Replaces each `__NAME__` in the page's meta elements by a setting. The values are validated or escaped, so that no
 * value can end an attribute.
 */
const fillPlaceholders = (page: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`__${name}__`, () => value), page);

/** Returns the origin of the other back end that the page's `api-base` meta element names; '' if it names none. */
function apiOrigin(page: Asset): string {
  const base = /<meta name="api-base" content="(https?:[^"]+)"/.exec(page.bytes.toString('utf8'))?.[1];
  return base && URL.canParse(base) ? new URL(base).origin : '';
}

/** Returns the encodings that an `Accept-Encoding` header names, without those that it refuses (`q=0`). */
const encodingsIn = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((text) => text.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([name = '']) => name),
  );

/** Sends a file, compressed if the client accepts this; answers 304 if the client has it. */
async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply
    .header('Cache-Control', asset.isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    .header('ETag', asset.etag)
    .header('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === asset.etag) return reply.status(304).send();
  reply.type(asset.type);
  // an SVG picture that is opened as a page is a document and could run scripts
  if (asset.type === 'image/svg+xml')
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const acceptedEncodings = encodingsIn(String(request.headers['accept-encoding'] ?? ''));
  const encoding = (['br', 'gzip'] as const).find((name) => acceptedEncodings.has(name));
  return encoding && isCompressible(asset)
    ? reply.header('Content-Encoding', encoding).send(await asset.encoded(encoding))
    : reply.send(asset.bytes);
}
