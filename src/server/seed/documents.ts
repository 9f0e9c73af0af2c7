import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { BusinessFile } from '../../grammar/documents.ts';
import { documents } from '../../grammar/validators.js';
import { formatError, type Problem, problem } from '../../domain/problem/index.ts';
import { parseJson, type FormDefinition } from '../../kernel/index.ts';
import { parseFormDefinition } from '../../importer/index.ts';
import type { ServerContext } from '../context.ts';
import { publishDataset } from '../datasets/index.ts';
import {
  DOCUMENT_KIND_NAMES,
  publishForm,
  publishScreen,
  type PendingForms,
  type DocumentKind,
} from '../documents/index.ts';
import { publishFlow } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { readLoadedTexts, markLoaded, readShipped, type LoadedTexts, type ShippedFile } from './shipped.ts';
import { textHash } from '../store/textHash.ts';

/** Author of shipped versions. A last version with another author was published by an administrator and stays. */
const SYSTEM_AUTHOR = { id: 'system', name: '系统' };
const NOTE = '随系统提供';

interface ShippedDocument {
  kind: DocumentKind;
  key: string;
  text: string;
  publish(context: ServerContext, trx: Trx): Promise<unknown>;
}

/** A shipped document that could not be published; the server starts without it. */
export interface BrokenDocument {
  kind: DocumentKind;
  key: string;
  reasons: string[];
}

/**
 * Publishes the shipped processes, forms, datasets and screens that are new or changed, except those that an
 * administrator has changed. Returns the documents with errors. The other documents are still published.
 */
export async function seedDocuments(context: ServerContext): Promise<BrokenDocument[]> {
  const { db } = context;
  const files = readShippedFiles(context.settings.schemasDir);
  const loadedDocuments = await readLoadedTexts(db);
  // without changes the files are not parsed: parsing took a third of the processor time of a start (OPS-022)
  if (!loadedDocuments.needsLoading(ALL_DOCUMENTS, ALL_DOCUMENTS, stateHash(files, loadedDocuments))) return [];
  const brokenDocuments: BrokenDocument[] = [];
  let isComplete = true;
  for (const document of shippedDocuments(files)) {
    const hash = textHash(document.text);
    if (!loadedDocuments.needsLoading(document.kind, document.key, hash)) continue;
    try {
      const isMarked = await loadDocument(
        context,
        document,
        hash,
        loadedDocuments.isKnown(document.kind, document.key),
      );
      isComplete &&= isMarked;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      isComplete = false;
      const { problems = [] } = (error.data ?? {}) as { problems?: Problem[] };
      const reasons = problems
        .filter(({ level }) => level === 'error')
        .map(({ path, message }) => `${path.join(' › ')}：${message}`);
      brokenDocuments.push({
        kind: document.kind,
        key: document.key,
        reasons: reasons.length > 0 ? reasons : [formatError(error.code)],
      });
    }
  }
  if (isComplete) await markFilesLoaded(db, files);
  return brokenDocuments;
}

/** Kind and key of the entry of `sys_seed` that is stored when all shipped documents are loaded. */
const ALL_DOCUMENTS = 'documents';
const KINDS = Object.keys(DOCUMENT_KIND_NAMES);

/** The shipped files by folder. */
type ShippedFiles = Readonly<Record<'flows' | 'business' | 'datasets' | 'platform', readonly ShippedFile[]>>;

/** Reads the shipped files below a folder, except the menu, which `menus.ts` loads. */
const readShippedFiles = (folder: string): ShippedFiles => ({
  flows: readShipped(join(folder, 'flows'), '.bpmn'),
  business: readShipped(join(folder, 'business'), '.json'),
  datasets: readShipped(join(folder, 'datasets'), '.json'),
  platform: readShipped(join(folder, 'platform'), '.json').filter(({ name }) => name !== 'menu'),
});

/**
 * Returns a hash of all shipped files and of the `sys_seed` entries of documents. If it changes, a document may need
 * loading.
 */
function stateHash(files: ShippedFiles, loaded: LoadedTexts): string {
  const entries = KINDS.map((kind) => [kind, loaded.entriesOf(kind)]);
  const shipped = Object.entries(files).flatMap(([folder, list]) => list.map(({ name, hash }) => [folder, name, hash]));
  return textHash(JSON.stringify([shipped, entries]));
}

const markFilesLoaded = async (db: Kysely<Database>, files: ShippedFiles): Promise<void> =>
  markLoaded(db, ALL_DOCUMENTS, ALL_DOCUMENTS, stateHash(files, await readLoadedTexts(db)));

/** Marks all shipped files below a folder as loaded, so that the next start parses none of them if none has changed. */
export const markAllLoaded = (db: Kysely<Database>, folder: string): Promise<void> =>
  markFilesLoaded(db, readShippedFiles(folder));

/**
 * Publishes one document, marks it as loaded and returns true. A version that an administrator published is kept. A
 * document that an administrator removed stays removed and is not marked: returns false. `wasLoaded`: whether an
 * earlier start loaded the document.
 */
async function loadDocument(
  context: ServerContext,
  { kind, key, publish }: ShippedDocument,
  hash: string,
  wasLoaded: boolean,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const storedDocument = await trx
      .selectFrom('doc_document')
      .select('doc_key')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .executeTakeFirst();
    // do not load a document that an administrator removed; it is not marked, so that the next start loads it if it
    // is restored
    if (wasLoaded && !storedDocument) return false;
    const lastVersion = await trx
      .selectFrom('doc_version')
      .select('author_id')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('state', '=', 'published')
      .executeTakeFirst();
    if (!lastVersion || lastVersion.author_id === SYSTEM_AUTHOR.id) await publish(context, trx);
    await markLoaded(trx, kind, key, hash);
    return true;
  });
}

/**
 * Returns all shipped documents in the order of their publication, so that a document follows those that it names:
 * processes, forms, datasets, screens.
 */
function shippedDocuments(files: ShippedFiles): ShippedDocument[] {
  const flows = files.flows.map(({ name, text }): ShippedDocument => ({
    kind: 'flow',
    key: name,
    text,
    publish: (context, trx) => publishFlow(context, { xml: text, note: NOTE, author: SYSTEM_AUTHOR }, trx),
  }));
  const pendingForms = pendingFormsOf(files.business);
  const business = files.business.flatMap((file) => businessDocuments(file, pendingForms));
  const platform = files.platform.map(({ name, text }) => {
    const parseResult = parseJson(text);
    return parseResult.ok
      ? screenDocument(`platform/${name}`, parseResult.value)
      : unreadableDocument('screen', `platform/${name}`, text, parseResult.problems);
  });
  return [
    ...flows,
    ...business.filter(({ kind }) => kind === 'form'),
    ...files.datasets.map(datasetDocument),
    ...business.filter(({ kind }) => kind === 'screen'),
    ...platform,
  ];
}

/**
 * Returns a function that provides the definitions of all shipped forms by their keys; null for another key or an
 * invalid form. A form is checked with it, because it may refer to shipped forms that are not published yet.
 */
function pendingFormsOf(files: readonly { name: string; text: string }[]): (context: ServerContext) => PendingForms {
  const rawForms = new Map<string, unknown>();
  for (const { name, text } of files) {
    const parseResult = parseJson(text);
    const form = parseResult.ok ? (parseResult.value as Partial<BusinessFile>).form : undefined;
    if (form) rawForms.set(String(form['formKey'] ?? name.split('/').pop()), form);
  }
  const parsedForms = new Map<string, FormDefinition | null>();
  return ({ vocabulary }) =>
    (formKey) => {
      const form = rawForms.get(formKey);
      if (form === undefined) return null;
      const parsedForm = parsedForms.get(formKey);
      if (parsedForm !== undefined) return parsedForm;
      const parseResult = parseFormDefinition(form, vocabulary, { formKey });
      parsedForms.set(formKey, parseResult.ok ? parseResult.value : null);
      return parseResult.ok ? parseResult.value : null;
    };
}

/** Returns the form and the screens in a business file; for an invalid file, an `unreadableDocument`. */
function businessDocuments(
  { name, text }: { name: string; text: string },
  pendingForms: (context: ServerContext) => PendingForms,
): ShippedDocument[] {
  const parseResult = parseJson(text);
  if (!parseResult.ok) return [unreadableDocument('form', name, text, parseResult.problems)];
  if (documents['business-file']?.(parseResult.value) !== true) {
    return [
      unreadableDocument('form', name, text, [
        problem('DOC_SHAPE', [], { where: `${name}.json`, detail: '应为 { form, screens } 或 { screens }' }),
      ]),
    ];
  }
  const file = parseResult.value as BusinessFile;
  return [
    ...(file.form
      ? [formDocument(String(file.form['formKey'] ?? name.split('/').pop()), file.form, pendingForms)]
      : []),
    ...Object.entries(file.screens).map(([view, root]) =>
      screenDocument(`${name}/${view}`, {
        screenKey: `${name}/${view}`,
        title: String(root['title'] ?? file.form?.['formName'] ?? name),
        root,
      }),
    ),
  ];
}

/**
 * Returns the entry for a file that cannot be read. Its publication fails, so that `seedDocuments` reports the problems
 * and continues.
 */
const unreadableDocument = (
  kind: DocumentKind,
  key: string,
  text: string,
  problems: readonly Problem[],
): ShippedDocument => ({
  kind,
  key,
  text,
  publish: () => Promise.reject(new Refusal('DOC_DRAFT_ONLY', { count: problems.length }, { problems })),
});

const formDocument = (
  formKey: string,
  definition: unknown,
  pendingForms: (context: ServerContext) => PendingForms,
): ShippedDocument => ({
  kind: 'form',
  key: formKey,
  text: JSON.stringify(definition),
  publish: (context, trx) =>
    publishForm(
      context,
      {
        formKey,
        definition,
        note: NOTE,
        author: SYSTEM_AUTHOR,
        appliesPermissions: true,
        pendingForms: pendingForms(context),
      },
      trx,
    ),
});

function datasetDocument({ name: datasetKey, text }: { name: string; text: string }): ShippedDocument {
  const parseResult = parseJson(text);
  if (!parseResult.ok) return unreadableDocument('dataset', datasetKey, text, parseResult.problems);
  const definition = { ...(parseResult.value as object), datasetKey };
  return {
    kind: 'dataset',
    key: datasetKey,
    text: JSON.stringify(definition),
    publish: (context, trx) =>
      publishDataset(context, { datasetKey, definition, note: NOTE, author: SYSTEM_AUTHOR }, trx),
  };
}

const screenDocument = (screenKey: string, definition: unknown): ShippedDocument => ({
  kind: 'screen',
  key: screenKey,
  text: JSON.stringify(definition),
  publish: (context, trx) =>
    publishScreen(context, { screenKey, definition, note: NOTE, author: SYSTEM_AUTHOR, wasPublishedBefore: true }, trx),
});
