import type { ServerContext } from '../context.ts';
import { createVersionCache } from '../store/versionCache.ts';
import { publishedVersionFact, publishedVersion, versionRow } from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import { inlineCallsAt } from './inlineCallsAt.ts';
import { createFreshFactReader, type FactReader } from '../store/facts.ts';
import { type FlowDefinition, parseFlow } from '../flow/index.ts';

/** A published version of a flow, with the called processes inlined. */
export interface LoadedFlow {
  key: string;
  version: number;
  name: string;
  definition: FlowDefinition;
}

const cacheOf = createVersionCache<LoadedFlow>(200);

/**
 * Returns a version of a published flow; parsed versions are cached. Without `version`, returns the last published
 * version: its number is read from the database every time, so that a version published by another server process is
 * used at once. Refuses with 404 a flow or version that is not published.
 */
export async function loadFlow(context: ServerContext, db: Db, key: string, version?: number): Promise<LoadedFlow> {
  const versionNumber = version ?? (await publishedVersion(db, 'flow', key));
  const cache = cacheOf(context, db);
  const cached = cache.get(`${key}@${versionNumber}`);
  if (cached) return cached;
  const row = await versionRow(db, 'flow', key, versionNumber);
  const parsed = (await parseFlow(row.content)).definition;
  if (!parsed) throw new Error(`flow "${key}" version ${versionNumber} does not parse`);
  const { definition } = await inlineCallsAt(db, parsed, row.published_at);
  const loaded = { key, version: versionNumber, name: definition.name, definition };
  cache.set(`${key}@${versionNumber}`, loaded);
  return loaded;
}

/** Returns the last published version of the flow of a form; null if the form has no flow key. */
export async function flowOfForm(
  context: ServerContext,
  db: Db,
  flowKey: string | undefined,
  facts: FactReader = createFreshFactReader(context),
): Promise<LoadedFlow | null> {
  if (!flowKey) return null;
  return loadFlow(context, db, flowKey, Number((await facts.read(db, publishedVersionFact('flow', flowKey))) ?? 0));
}
