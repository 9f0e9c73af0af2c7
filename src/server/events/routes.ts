import type { Routes } from '../context.ts';
import { hooklessHeaders } from '../http/headers.ts';
import { onClose } from '../http/onClose.ts';
import { userOf } from '../http/user.ts';
import { createHub } from './hub.ts';
import { createNotifications, noNotifications } from './eventNotifications.ts';

const HEARTBEAT_MS = 20_000;
/**
 * Maximum duration of a stream. The page then opens a new one with a valid token, so that an ended session receives
 * no further events.
 */
const MAX_STREAM_MS = 10 * 60_000;

/**
 * Server-sent events: `event: news`, `data: ["todo","mail"]`. They only carry topics; pages load the data with the
 * usual calls.
 */
export const eventRoutes: Routes = (app, { db, metrics, settings }) => {
  const hub = createHub(
    db,
    (error) => app.log.error({ err: error }, 'events could not be read'),
    () => notifications.isListening(),
  );
  const notifications =
    settings.databaseUrl === null
      ? noNotifications
      : createNotifications(settings.databaseUrl, () => {
          hub.poll();
        });
  app.addHook('preClose', () => {
    notifications.close();
    hub.close();
  });

  // no HEAD route: its response would never end either
  app.get(
    '/api/system/events',
    {
      exposeHeadRoute: false,
      schema: { tags: ['system'], summary: '新消息推送（server-sent events）', produces: ['text/event-stream'] },
      config: { isStream: true },
    },
    (request, reply) => {
      const { id } = userOf(request);
      reply.hijack();
      const stream = reply.raw;
      stream.writeHead(200, {
        ...hooklessHeaders(request),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      });
      stream.write('retry: 3000\n\n');
      const heartbeat = setInterval(() => {
        stream.write(': \n\n');
      }, HEARTBEAT_MS).unref();
      const expiry = setTimeout(() => {
        stream.end();
      }, MAX_STREAM_MS).unref();
      metrics.openPages.inc();
      const unregister = hub.add({
        userId: id,
        confirmOpen: () => {
          stream.write('event: open\ndata: []\n\n');
        },
        notify: (topics) => {
          stream.write(`event: news\ndata: ${JSON.stringify(topics)}\n\n`);
        },
        end: () => {
          stream.end();
        },
      });
      onClose(stream, () => {
        metrics.openPages.dec();
        unregister();
        clearInterval(heartbeat);
        clearTimeout(expiry);
      });
    },
  );
};
