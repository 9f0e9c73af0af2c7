import type { Problem } from '../../domain/problem/index.ts';
import { readDocument } from '../../kernel/index.ts';
import type { DatasetDefinition } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import {
  toStoredText,
  enabledVersion,
  lockDocument,
  publishedVersion,
  refuseErrors,
  storePublished,
  versionRow,
  type Author,
} from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import { createFreshFactReader, type FactReader } from '../store/facts.ts';
import { createVersionCache } from '../store/versionCache.ts';
import { runInTransaction, type Trx } from '../store/transaction.ts';
import { checkDataset } from './checkDataset.ts';

export interface DatasetPublication {
  datasetKey: string;
  definition: unknown;
  note: string;
  author: Author;
}

/** Parses the content if it is valid JSON text; otherwise returns it unchanged. */
export function parseContent(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  const parsed = readDocument(content);
  return parsed.ok ? parsed.value : content;
}

/** Publishes a dataset as the next version. Refuses with DOC_DRAFT_ONLY and the problems if it has errors. */
export async function publishDataset(
  context: ServerContext,
  { datasetKey, definition: input, note, author }: DatasetPublication,
  trx?: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  const content = toStoredText(input);
  return runInTransaction(context, trx, async (innerTrx) => {
    const { definition, problems } = await checkDataset(context, innerTrx, parseContent(content), datasetKey);
    refuseErrors(problems);
    const name = definition?.name ?? datasetKey;
    await lockDocument(innerTrx, 'dataset', datasetKey, name);
    const canonical = JSON.stringify(definition);
    const version = await storePublished(context, innerTrx, {
      kind: 'dataset',
      key: datasetKey,
      name,
      content,
      canonical,
      note,
      author,
    });
    return { version, problems };
  });
}

export interface LoadedDataset {
  version: number;
  definition: DatasetDefinition;
}

const cacheOf = createVersionCache<LoadedDataset>(500);

/** Loads the published version of a dataset. Refuses with 404 a dataset without a published version. */
export const loadDataset = async (context: ServerContext, db: Db, datasetKey: string): Promise<LoadedDataset> =>
  loadVersion(context, db, datasetKey, await publishedVersion(db, 'dataset', datasetKey));

async function loadVersion(
  context: ServerContext,
  db: Db,
  datasetKey: string,
  version: number,
): Promise<LoadedDataset> {
  const cache = cacheOf(context, db);
  const cacheKey = `${datasetKey}@${version}`;
  const cached = cache.get(cacheKey);
  if (cached) return cached;
  const row = await versionRow(db, 'dataset', datasetKey, version);
  const loaded = { version, definition: JSON.parse(row.canonical ?? row.content) as DatasetDefinition };
  cache.set(cacheKey, loaded);
  return loaded;
}

/**
 * Loads the published version of a dataset for a query. Refuses with 404 a dataset without a published version, and
 * with DOC_DISABLED a disabled dataset.
 */
export const loadEnabledDataset = async (
  context: ServerContext,
  db: Db,
  datasetKey: string,
  facts: FactReader = createFreshFactReader(context),
): Promise<LoadedDataset> =>
  loadVersion(context, db, datasetKey, await enabledVersion(db, 'dataset', datasetKey, facts));
