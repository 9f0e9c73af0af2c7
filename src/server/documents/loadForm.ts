import {
  compileForm,
  readCanonicalForm,
  type CompiledForm,
  type FormDefinition,
  type Vocabulary,
} from '../../kernel/index.ts';
import { parseFormDefinition } from '../../importer/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { FactReader } from '../store/facts.ts';
import { versionCache } from '../store/versionCache.ts';
import { publishedVersionFact, publishedVersion, versionRow, type VersionRow } from './store.ts';
import type { Db } from '../store/database.ts';

/** A published form, compiled to serve it and to validate records. */
export interface LoadedForm {
  formKey: string;
  version: number;
  form: CompiledForm;
}

const cacheOf = versionCache<LoadedForm>(200);

/** The columns of a stored version that its definition is read from. */
type StoredDefinition = Pick<VersionRow, 'doc_key' | 'name' | 'version' | 'canonical' | 'content'>;

/**
 * The definition of a stored version: its canonical form, validated. A version of an older release whose canonical form
 * the grammar no longer accepts is imported again. Throws when it cannot be read at all.
 */
export function definitionOf(row: StoredDefinition, vocabulary: Vocabulary): FormDefinition {
  const stored = readCanonicalForm(row.canonical ?? row.content, vocabulary);
  if (stored.ok) return { ...stored.value, formKey: row.doc_key, version: row.version };
  const read = parseFormDefinition(row.canonical ?? row.content, vocabulary, {
    formKey: row.doc_key,
    formName: row.name,
  });
  if (!read.ok) throw new Error(`form "${row.doc_key}" version ${row.version} does not parse`);
  return { ...read.value, version: row.version };
}

/**
 * A published or archived version of a form, compiled once. Without `version` the last published one, whose number is
 * read from the database every time, so that a version published by another server process is used at once. Refuses
 * with 404.
 */
export async function loadForm(context: ServerContext, db: Db, formKey: string, version?: number): Promise<LoadedForm> {
  const number = version ?? (await publishedVersion(db, 'form', formKey));
  const cache = cacheOf(context, db);
  const cached = cache.get(`${formKey}@${number}`);
  if (cached) return cached;
  const row = await versionRow(db, 'form', formKey, number);
  const definition = definitionOf(row, context.vocabulary);
  const loaded = { formKey, version: number, form: compileForm(definition, context.vocabulary) };
  cache.set(`${formKey}@${number}`, loaded);
  return loaded;
}

/**
 * Like `loadForm` for the last published version, whose number may be cached in the facts of the request. Refuses with
 * 404.
 */
export async function loadKnownForm(
  context: ServerContext,
  db: Db,
  formKey: string,
  facts: FactReader,
): Promise<LoadedForm> {
  const version = await facts.read(db, publishedVersionFact('form', formKey));
  if (version === null) throw new Refusal('404');
  return loadForm(context, db, formKey, Number(version));
}
