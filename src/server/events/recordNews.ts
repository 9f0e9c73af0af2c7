import type { FastifyInstance } from 'fastify';
import { formTopic } from '../../domain/formTopic.ts';
import type { ServerContext } from '../context.ts';
import { announce } from './announce.ts';

/** Writes of one form within this time are told of once. */
const TOGETHER_MS = 2_000;

/** Ways by which records are changed. */
const WRITES: ReadonlySet<string> = new Set(['create', 'save', 'act', 'delete', 'import']);

/**
 * Tells open pages that records of a form were written, after the answer has gone: no save waits for it, and a server that
 * dies before loses no more than news, for boards look again by the clock. `db`: the store that holds the events.
 */
export function installRecordNews(app: FastifyInstance, { db }: Pick<ServerContext, 'db'>): void {
  const written = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    const forms = [...written];
    written.clear();
    db.transaction()
      .execute(async (trx) => {
        for (const formKey of forms) await announce(trx, formTopic(formKey), null);
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'writes of records could not be told of'));
  };
  app.addHook('onResponse', async ({ routeOptions, params }, { statusCode }) => {
    const { way } = routeOptions.config as { way?: string };
    const { formKey } = (params ?? {}) as { formKey?: string };
    if (way === undefined || !WRITES.has(way) || formKey === undefined || statusCode >= 400) return;
    written.add(formKey);
    timer ??= setTimeout(tell, TOGETHER_MS).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
