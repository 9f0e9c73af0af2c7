import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { createVocabulary } from '../kernel/index.ts';
import { buildServer } from './app.ts';
import { encryptFactors } from './auth/index.ts';
import { runAs, SEEDING_ACTOR } from './store/actor.ts';
import { attachmentAccess } from './attachments/access.ts';
import { folderFileAccess } from './folders/index.ts';
import { commentFileAccess } from './recordPages/index.ts';
import type { FileAccess, ServerContext } from './context.ts';
import { runPeriodically } from './runPeriodically.ts';
import { startScheduler, opinionFileAccess } from './approval/index.ts';
import { isReferenceIndexCurrent, rebuildReferences } from './documents/index.ts';
import {
  addMissingColumns,
  migrateOldRecords,
  columnsJob,
  fillColumns,
  continueStateAlignment,
  continueTitleRecomputation,
  rebuildTextIndexes,
  needsRecordMigration,
  recordFileAccess,
} from './records/index.ts';
import { mailFileAccess } from './mail/mailFileAccess.ts';
import { createReadiness } from './observe/readiness.ts';
import { createMetrics } from './observe/metrics.ts';
import { watchQueries } from './observe/watchQueries.ts';
import { readPageSettings } from './platform/pageSettings.ts';
import { registerModules } from './register.ts';
import { routes } from './routes.ts';
import type { BrokenDocument } from './seed/documents.ts';
import { seed } from './seed/seed.ts';
import type { Settings } from './settings.ts';
import { secretCipherOf } from './store/secretCipher.ts';
import { connect, type Store } from './store/connect.ts';
import { openReplica, type Replica, type ReplicaEvents } from './store/replica.ts';
import { checkBucket } from './files/index.ts';
import { housekeepingJobs, startHousekeeping } from './housekeeping.ts';
import { subscriptionJob } from './subscriptions/index.ts';
import { jobKinds, startJobs } from './jobs/index.ts';
import { raiseAlarm } from './notices/index.ts';
import { updateMailChannel, encryptChannels, startDelivery } from './outbox/index.ts';
import { migrateStore } from './store/migrate.ts';
import { prepareFilesFolder, refuseIncompatibleDatabase } from './store/refuseIncompatibleDatabase.ts';
import { startUpgradeServer } from './upgradeServer.ts';
import { recordRelease, thisRelease } from './versions/index.ts';
import { definitions } from './widgets.generated.ts';

/** Interval at which outdated titles of records are recomputed (after a publication or a change of roles). */
const TITLES_PERIOD_MS = 5_000;
/** Interval at which the states of records are aligned with the process of their form. */
const STATES_PERIOD_MS = 5_000;
/** Interval at which the texts of new database columns are added to the index of substring filters. */
const TEXT_INDEX_PERIOD_MS = 60_000;
/** Interval at which newly added database columns are filled for existing records. */
const FILL_COLUMNS_PERIOD_MS = 5_000;

/** A server that is running. */
export interface RunningServer {
  app: FastifyInstance;
  context: ServerContext;
  /** The address of the server, e.g. `http://127.0.0.1:8080`. */
  url: string;
  /** Description of the database for the start log. */
  storeDescription: string;
  /** Shipped documents that could not be published. */
  brokenDocuments: readonly BrokenDocument[];
  /**
   * Reports the server as not ready and keeps serving for DRAIN_SECONDS. Then stops the periodic work, refuses new
   * connections, ends the event streams, waits for running requests, and closes the database.
   */
  close(): Promise<void>;
}

/** The options for starting a server. */
export interface StartOptions {
  settings: Settings;
  logger?: FastifyServerOptions['logger'];
  /**
   * True: newly added database columns are not filled periodically for existing records, because the caller fills them.
   */
  isColumnFillingDisabled?: boolean;
  /** Called when the database cannot be kept running: the process should end. */
  onFatal(reason: string): void;
}

/**
 * Migrates the database to the current version. While records are migrated, a temporary server at the same address
 * reports the progress.
 */
async function upgrade(store: Store, settings: Settings): Promise<void> {
  const upgradeServer = (await needsRecordMigration(store.db)) ? await startUpgradeServer(settings) : null;
  try {
    const vocabulary = createVocabulary(definitions);
    const migrations = await migrateStore(store, settings);
    await migrateOldRecords(store.db, vocabulary, (progress) => upgradeServer?.setProgress(progress));
    if (migrations.length > 0) await addMissingColumns(store.db, vocabulary);
  } finally {
    await upgradeServer?.close();
  }
}

/** Opens the read replica for statistics, if the settings have one. */
const openConfiguredReplica = (settings: Settings, { db }: Store, events: ReplicaEvents): Replica | null =>
  settings.databaseReadUrl === null
    ? null
    : openReplica({ ...settings, databaseReadUrl: settings.databaseReadUrl }, db, events);

/** Opens and migrates the database, loads missing shipped documents, and starts to listen. */
export async function startServer({
  settings,
  logger,
  isColumnFillingDisabled = false,
  onFatal,
}: StartOptions): Promise<RunningServer> {
  let log: FastifyInstance['log'] | null = null;
  const metrics = createMetrics();
  const readiness = createReadiness();
  prepareFilesFolder(settings.dataDir);
  const onQuery = watchQueries(metrics, settings.slowQueryMs, ({ request, ...query }) =>
    log?.warn({ ...query, ...(request ? { reqId: request } : {}) }, 'slow query'),
  );
  const storageWarning = await checkBucket(settings);
  const store = await connect(settings, {
    onQuery,
    onRestart: (reason) => log?.warn({ reason }, 'the database process ended and was started again'),
    onConnectionLost: (reason) => log?.warn({ reason }, 'a database connection broke'),
    onFatal,
  });
  metrics.watchPool(store.pool);
  const replica = openConfiguredReplica(settings, store, {
    onQuery,
    onChange: (errorText) =>
      errorText === null
        ? log?.info('statistics are read from the replica')
        : log?.warn({ reason: errorText }, 'statistics are not read from the replica'),
  });
  try {
    await refuseIncompatibleDatabase(store.db);
    await upgrade(store, settings);
    const factors = await encryptFactors(store.db, secretCipherOf(settings));
    const fileAccess: FileAccess[] = [];
    const context: ServerContext = {
      db: store.db,
      settings,
      vocabulary: createVocabulary(definitions),
      fileAccess,
      ...(replica ? { replica } : {}),
      ...(store.endStatement ? { endStatement: store.endStatement } : {}),
      metrics,
      readiness,
      pageSettings: () => readPageSettings(store.db, settings),
    };
    registerModules(context);
    fileAccess.push(
      recordFileAccess(context),
      mailFileAccess(context),
      attachmentAccess(context),
      folderFileAccess(context),
      commentFileAccess(context),
      opinionFileAccess(context),
    );
    if (!(await isReferenceIndexCurrent(store.db))) await rebuildReferences(context);
    await recordRelease(store.db, thisRelease(settings));
    const brokenDocuments = await runAs(SEEDING_ACTOR, () => seed(context));
    const app = await buildServer(context, routes, logger);
    log = app.log;
    const housekeeping = startHousekeeping(store, settings.dataDir, (error) =>
      app.log.error({ err: error }, 'housekeeping failed'),
    );
    const scheduler = startScheduler(context, (error) => app.log.error({ err: error }, 'a timer of a process failed'));
    const titleRecomputation = runPeriodically(
      TITLES_PERIOD_MS,
      () => continueTitleRecomputation(context),
      (error) => app.log.error({ err: error }, 'records could not be titled anew'),
    );
    const stateAlignment = runPeriodically(
      STATES_PERIOD_MS,
      () => continueStateAlignment(context),
      (error) => app.log.error({ err: error }, 'the states of records could not follow their process'),
    );
    const textIndexing = runPeriodically(
      TEXT_INDEX_PERIOD_MS,
      () => rebuildTextIndexes(store.db, store.isEmbedded),
      (error) => app.log.error({ err: error }, 'the texts of a form could not be indexed'),
    );
    const columnFilling = runPeriodically(
      FILL_COLUMNS_PERIOD_MS,
      async () => {
        if (!isColumnFillingDisabled) await fillColumns(context);
      },
      (error) => app.log.error({ err: error }, 'columns of records could not be filled'),
    );
    for (const job of [...housekeepingJobs(store, settings), subscriptionJob(context), columnsJob(context)])
      jobKinds.add(context, job);
    const jobs = await startJobs(context, {
      onError: (error) => app.log.error({ err: error }, 'a scheduled job failed'),
      onEnd: async ({ kind, title }, { outcome, result, hasGivenUp }) => {
        metrics.jobs.inc({ kind, outcome });
        if (hasGivenUp) await raiseAlarm(store.db, `定时任务多次失败：${title}`, result);
      },
    });
    if (storageWarning !== null) app.log.warn(storageWarning);
    if (factors.unreadableCount > 0) {
      const warning = `${factors.unreadableCount} 人的两步验证密钥与本服务器的密钥（SECRET_KEY 或 secret.key）不符：他们须用恢复码登录，或由管理员重置两步验证。`;
      app.log.warn(warning);
      await raiseAlarm(store.db, '两步验证的密钥无法解开', warning);
    }
    const { unreadableNames } = await encryptChannels(store.db, secretCipherOf(settings));
    if (unreadableNames.length > 0) {
      const warning = `消息通道 ${unreadableNames.join('、')} 的地址与本服务器的密钥（SECRET_KEY 或 secret.key）不符，不能发送：请在“消息发送”中重新填写地址和密钥。`;
      app.log.warn(warning);
      await raiseAlarm(store.db, '消息通道的地址无法解开', warning);
    }
    await updateMailChannel(store.db, settings.mail);
    const delivery = startDelivery(store.db, {
      origins: settings.callOrigins,
      cipher: secretCipherOf(settings),
      mail: settings.mail,
      publicUrl: settings.publicUrl,
      parameters: settings.parameters,
      onError: (error) => app.log.error({ err: error }, 'messages could not be sent'),
    });
    const url = await app.listen({ port: settings.port, host: settings.host });
    return {
      app,
      context,
      url,
      brokenDocuments,
      storeDescription: store.description,
      async close() {
        readiness.markStopping();
        if (settings.drainSeconds > 0)
          await new Promise((done) => {
            setTimeout(done, settings.drainSeconds * 1000);
          });
        housekeeping.stop();
        await Promise.all([
          scheduler.stop(),
          titleRecomputation.stop(),
          stateAlignment.stop(),
          textIndexing.stop(),
          columnFilling.stop(),
          jobs.stop(),
          delivery.stop(),
        ]);
        await app.close();
        await replica?.close();
        await store.close();
      },
    };
  } catch (error) {
    await replica?.close();
    await store.close();
    throw error;
  }
}
