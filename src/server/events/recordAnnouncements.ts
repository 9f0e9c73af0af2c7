import type { FastifyInstance } from 'fastify';
import { formTopic } from '../../domain/formTopic.ts';
import type { ServerContext } from '../context.ts';
import { announce } from './announce.ts';

/** Delay of an announcement after the first write in ms; all writes of a form during the delay are announced once. */
const BATCH_DELAY_MS = 2_000;

/** Operations of routes (`recordOperation`) that change records. */
const WRITES: ReadonlySet<string> = new Set(['create', 'save', 'act', 'delete', 'import']);

/**
 * Announces to open pages that records of a form were written. Runs after the response, so that no save waits for it.
 * An announcement is lost if the server stops before it is sent; boards also refresh on a timer. `db`: the database
 * that stores the events.
 */
export function installRecordAnnouncements(app: FastifyInstance, { db }: Pick<ServerContext, 'db'>): void {
  const writtenForms = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const announceWritten = (): void => {
    timer = undefined;
    const formKeys = [...writtenForms];
    writtenForms.clear();
    db.transaction()
      .execute(async (trx) => {
        for (const formKey of formKeys) await announce(trx, formTopic(formKey), null);
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'writes of records could not be announced'));
  };
  app.addHook('onResponse', async ({ routeOptions, params }, { statusCode }) => {
    const { recordOperation } = routeOptions.config;
    const { formKey } = (params ?? {}) as { formKey?: string };
    if (recordOperation === undefined || !WRITES.has(recordOperation) || formKey === undefined || statusCode >= 400)
      return;
    writtenForms.add(formKey);
    timer ??= setTimeout(announceWritten, BATCH_DELAY_MS).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
