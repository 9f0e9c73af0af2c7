import { sql } from 'kysely';
import { hasErrors, type Problem } from '../../domain/problem/index.ts';
import { compileForm, type FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import { deleteReferences } from '../references/index.ts';
import { runInTransaction, type Trx } from '../store/transaction.ts';
import { markStoring } from '../store/versionCache.ts';
import { checkForm, refuseErrors, type CheckedForm } from './checkForm.ts';
import { toStoredText } from './content.ts';
import { formPublishedHooks, formPublishingHooks, type IsReplaced, publicationGuards } from './extensions.ts';
import { indexPublished, reindexDependents } from './references/indexDocuments.ts';
import { type PendingForms, publishedForm } from './relationForms.ts';
import {
  findDraftForUpdate,
  findDocument,
  lockDocument,
  type Author,
  storeVersion,
  type VersionInput,
} from './store.ts';

export interface FormPublication {
  /** Key of the form, used instead of the key in the document. */
  formKey: string;
  formName?: string;
  /** The document in any dialect, as text or object. */
  definition: unknown;
  note: string;
  author: Author;
  /** Forms that the same transaction publishes. Relations may refer to them. */
  pendingForms?: PendingForms;
  /**
   * Returns whether the same transaction publishes a newer version of a document later. Only that version is then
   * checked.
   */
  isReplaced?: IsReplaced;
  /** True if the form is put into use: its permissions take effect. */
  appliesPermissions?: boolean;
}

export interface PublicationResult {
  version: number;
  problems: readonly Problem[];
}

/**
 * Publishes a form definition as the next version and calls the registered hooks (`formPublishedHooks`), in one
 * transaction. Refuses with DOC_DRAFT_ONLY and the problems if the definition has errors.
 */
export async function publishForm(
  context: ServerContext,
  {
    formKey,
    formName,
    definition: source,
    note,
    author,
    pendingForms,
    isReplaced,
    appliesPermissions,
  }: FormPublication,
  trx?: Trx,
): Promise<PublicationResult> {
  const content = toStoredText(source);
  return runInTransaction(context, trx, async (db) => {
    const { definition, problems } = await checkForm(context, db, {
      formKey,
      content,
      ...(formName ? { formName } : {}),
      ...(pendingForms ? { pendingForms } : {}),
    });
    refuseErrors(problems);
    if (!definition) throw new Refusal('DOC_DRAFT_ONLY', { count: problems.length }, { problems });
    const name = definition.formName;
    await lockDocument(db, 'form', formKey, name);
    const version = await storePublished(
      context,
      db,
      { kind: 'form', key: formKey, name, content, canonical: JSON.stringify(definition), note, author },
      { definition, pendingForms },
    );
    const published = {
      formKey,
      version,
      definition,
      form: compileForm(definition, context.vocabulary),
      putIntoUseBy: appliesPermissions ? author.name : undefined,
      isReplaced,
    };
    const hookProblems: Problem[] = [];
    for (const hook of formPublishedHooks.registeredFor(context))
      hookProblems.push(...((await hook(context, db, published)) ?? []));
    return { version, problems: [...problems, ...hookProblems] };
  });
}

export interface FormDraftPublication {
  formKey: string;
  note: string;
  author: Author;
  revision?: number;
}

/** A form before its publication. `text`: its definition as it is stored. */
export interface FormToPrepare {
  formKey: string;
  text: string;
  /** The result of `checkForm` for this text, if the caller has it; otherwise the text is checked here. */
  checked?: CheckedForm;
}

/**
 * Calls the hooks (`formPublishingHooks`) for one form. Adds to `undoFunctions` the functions to call if the
 * publication does not succeed.
 */
async function prepareForm(
  context: ServerContext,
  { formKey, text, checked }: FormToPrepare,
  undoFunctions: (() => Promise<void>)[],
): Promise<void> {
  const { definition, problems } =
    checked ?? (await checkForm(context, context.db, { formKey, content: toStoredText(text) }));
  if (!definition || hasErrors(problems)) return;
  const document = await findDocument(context.db, 'form', formKey);
  const next = {
    formKey,
    version: (document?.published_version ?? 0) + 1,
    form: compileForm(definition, context.vocabulary),
  };
  for (const hook of formPublishingHooks.registeredFor(context)) {
    const undoHook = await hook(context, next);
    if (undoHook) undoFunctions.push(undoHook);
  }
}

/**
 * Calls the hooks that must run before forms are published, outside of the transaction (`formPublishingHooks`). Then
 * calls `publish` and returns its result. If `publish` refuses or fails, the changes of the hooks are undone at once.
 * Hooks are not called for a text with errors, which the publication refuses. The caller must first make all checks
 * that do not need the publication, so that the hooks do not change stored records for a publication that is then
 * refused.
 */
export async function withPreparedForms<T>(
  context: ServerContext,
  forms: readonly FormToPrepare[],
  publish: () => Promise<T>,
): Promise<T> {
  const undoFunctions: (() => Promise<void>)[] = [];
  try {
    for (const form of forms) await prepareForm(context, form, undoFunctions);
    return await publish();
  } catch (error) {
    // the caller gets the error of the publication: an error of an undo function must neither replace that error nor
    // stop the other undo functions
    for (const undoHook of undoFunctions) await undoHook().catch(() => undefined);
    throw error;
  }
}

/**
 * Publishes the stored draft of a form. `revision`: the revision of the draft that the administrator has seen; if the
 * draft has changed since, refuses with RECORD_STALE, naming its author. Refuses with 404 if there is no draft.
 */
export async function publishFormDraft(
  context: ServerContext,
  { formKey, note, author, revision }: FormDraftPublication,
  outerTrx?: Trx,
): Promise<PublicationResult> {
  return runInTransaction(context, outerTrx, async (trx) => {
    const document = await findDraftForUpdate(trx, { kind: 'form', key: formKey, revision });
    return publishForm(
      context,
      {
        formKey,
        formName: document.draft_name ?? document.name,
        definition: document.draft,
        note,
        author,
        appliesPermissions: true,
      },
      trx,
    );
  });
}

/** Key of the advisory lock that each publication of a document holds until its transaction ends. */
const INDEX_LOCK = 4_271_400;

/** The form definition to be published, and all forms that the same transaction publishes. */
interface DefinitionToPublish {
  definition: FormDefinition;
  pendingForms?: PendingForms | undefined;
}

/**
 * Stores the next version of a document with the index of its references. If the relations or sub-tables of a form have
 * changed, reindexes other documents whose paths lead through the form. `form`: only for a form. The transaction must
 * have locked the document (`lockDocument`).
 */
export async function storePublished(
  context: ServerContext,
  trx: Trx,
  input: VersionInput,
  form?: DefinitionToPublish,
): Promise<number> {
  const { kind, key, canonical, content } = input;
  // run publications one after the other, because each may reindex other documents
  await sql`select pg_advisory_xact_lock(${INDEX_LOCK})`.execute(trx);
  markStoring(trx);
  for (const guard of publicationGuards.registeredFor(context)) await guard(context, trx, input);
  const formerDefinition = form ? await publishedForm(context, trx, key) : null;
  const version = await storeVersion(trx, input);
  const pendingForms: PendingForms = (formKey) =>
    formKey === key && form ? form.definition : (form?.pendingForms?.(formKey) ?? null);
  await indexPublished(context, trx, { kind, key }, canonical ?? content, pendingForms);
  await deleteReferences(trx, { kind, key, state: 'draft' });
  await announce(trx, 'document', null);
  if (form) await reindexDependents(context, trx, form.definition, formerDefinition);
  return version;
}
