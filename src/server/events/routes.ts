import type { Routes } from '../context.ts';
import { hooklessHeaders } from '../http/headers.ts';
import { userOf } from '../http/user.ts';
import { createHub } from './hub.ts';
import { createBell, silentBell } from './listen.ts';

const BEAT_MS = 20_000;
/** A stream lives this long; the page opens the next one with a valid token, so a session that ended hears nothing more. */
const LIFE_MS = 10 * 60_000;

/** Server-sent events: `event: news`, `data: ["todo","mail"]`. What is new is asked for by the usual calls. */
export const eventRoutes: Routes = (app, { db, metrics, settings }) => {
  const hub = createHub(
    db,
    (error) => app.log.error({ err: error }, 'events could not be read'),
    () => bell.isHeard(),
  );
  const bell =
    settings.databaseUrl === null
      ? silentBell
      : createBell(settings.databaseUrl, () => {
          hub.look();
        });
  app.addHook('preClose', () => {
    bell.close();
    hub.close();
  });

  // asked for its head alone it would be held open like any other
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
      const beat = setInterval(() => {
        stream.write(': \n\n');
      }, BEAT_MS).unref();
      const life = setTimeout(() => {
        stream.end();
      }, LIFE_MS).unref();
      metrics.openPages.inc();
      const leave = hub.add({
        userId: id,
        open: () => {
          stream.write('event: open\ndata: []\n\n');
        },
        tell: (topics) => {
          stream.write(`event: news\ndata: ${JSON.stringify(topics)}\n\n`);
        },
        end: () => {
          stream.end();
        },
      });
      stream.on('close', () => {
        metrics.openPages.dec();
        leave();
        clearInterval(beat);
        clearTimeout(life);
      });
    },
  );
};
