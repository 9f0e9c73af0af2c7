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
import { createVersionCache } from '../store/versionCache.ts';
import { publishedVersionFact, publishedVersion, versionRow, type VersionRow } from './store.ts';
import type { Db } from '../store/database.ts';

/** A published form, compiled for serving and for validating records. */
export interface LoadedForm {
  formKey: string;
  version: number;
  form: CompiledForm;
}

const cacheOf = createVersionCache<LoadedForm>(200);

/** The columns of a stored version from which its definition is read. */
type StoredDefinition = Pick<VersionRow, 'doc_key' | 'name' | 'version' | 'canonical' | 'content'>;

/**
 * Returns the definition of a stored version from its canonical form, validated. If the grammar does not accept the
 * canonical form of an older release any more, the version is imported again. Throws when it cannot be read at all.
 */
export function definitionOf(row: StoredDefinition, vocabulary: Vocabulary): FormDefinition {
  const canonicalForm = readCanonicalForm(row.canonical ?? row.content, vocabulary);
  if (canonicalForm.ok) return { ...canonicalForm.value, formKey: row.doc_key, version: row.version };
  const importedForm = parseFormDefinition(row.canonical ?? row.content, vocabulary, {
    formKey: row.doc_key,
    formName: row.name,
  });
  if (!importedForm.ok) throw new Error(`form "${row.doc_key}" version ${row.version} does not parse`);
  return { ...importedForm.value, version: row.version };
}

/**
 * Returns a published or archived version of a form, compiled once; without `version`, the last published version. The
 * number of the last version is read from the database every time, so that a version that another server process
 * published is used at once. Refuses with 404 an unknown form or version.
 */
export async function loadForm(context: ServerContext, db: Db, formKey: string, version?: number): Promise<LoadedForm> {
  const loadedVersion = version ?? (await publishedVersion(db, 'form', formKey));
  const cache = cacheOf(context, db);
  const cachedForm = cache.get(`${formKey}@${loadedVersion}`);
  if (cachedForm) return cachedForm;
  const row = await versionRow(db, 'form', formKey, loadedVersion);
  const definition = definitionOf(row, context.vocabulary);
  const loaded = { formKey, version: loadedVersion, form: compileForm(definition, context.vocabulary) };
  cache.set(`${formKey}@${loadedVersion}`, loaded);
  return loaded;
}

/**
 * Loads the last published version like `loadForm`, but takes the number of the version from the facts of the request,
 * which may be cached. Refuses with 404 an unknown form.
 */
export async function loadFormWithFacts(
  context: ServerContext,
  db: Db,
  formKey: string,
  facts: FactReader,
): Promise<LoadedForm> {
  const version = await facts.read(db, publishedVersionFact('form', formKey));
  if (version === null) throw new Refusal('404');
  return loadForm(context, db, formKey, Number(version));
}
