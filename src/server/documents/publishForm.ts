import type { Problem } from '../../domain/problem/index.ts';
import { compileForm } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import { checkForm, refuseErrors } from './checkForm.ts';
import { contentOf } from './content.ts';
import { formPublished } from './extensions.ts';
import type { Beside } from './relationForms.ts';
import { lockDocument, staleDraft, storeVersion, type Author } from './store.ts';

export interface FormPublication {
  /** Wins over the key in the document; needed when the document names none. */
  formKey: string;
  formName?: string;
  /** The document in any dialect, as text or object. */
  definition: unknown;
  note: string;
  author: Author;
  /** Forms that are published together with this one: relations may lead to them already. */
  beside?: Beside;
}

export interface Published {
  version: number;
  problems: readonly Problem[];
}

/**
 * Publishes a form definition as the next version and runs what other rooms registered
 * for it (`formPublished`), all in one transaction. Refuses with DOC_DRAFT_ONLY and the problems while it has errors.
 */
export async function publishForm(
  context: ServerContext,
  { formKey, formName, definition: given, note, author, beside }: FormPublication,
  trx?: Trx,
): Promise<Published> {
  const content = contentOf(given);
  return inTransaction(context, trx, async (inside) => {
    const { definition, problems } = await checkForm(context, inside, {
      formKey,
      content,
      ...(formName ? { formName } : {}),
      ...(beside ? { beside } : {}),
    });
    refuseErrors(problems);
    if (!definition) throw new Refusal('DOC_DRAFT_ONLY', { count: problems.length }, { problems });
    const name = definition.formName;
    await lockDocument(inside, 'form', formKey, name);
    const version = await storeVersion(inside, {
      kind: 'form',
      key: formKey,
      name,
      content,
      canonical: JSON.stringify(definition),
      note,
      author,
    });
    const published = { formKey, version, definition, form: compileForm(definition, context.vocabulary) };
    for (const prepare of formPublished.of(context)) await prepare(context, inside, published);
    return { version, problems };
  });
}

export interface DraftPublication {
  formKey: string;
  note: string;
  author: Author;
  revision?: number;
}

/**
 * Publishes the stored draft. With `revision` given the draft must be the one this administrator saw last
 * (RECORD_STALE names who changed it). Refuses with 404 where there is no draft.
 */
export async function publishFormDraft(
  context: ServerContext,
  { formKey, note, author, revision }: DraftPublication,
  given?: Trx,
): Promise<Published> {
  return inTransaction(context, given, async (trx) => {
    const document = await trx
      .selectFrom('doc_document')
      .selectAll()
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKey)
      .forUpdate()
      .executeTakeFirst();
    if (revision !== undefined && document && document.draft_revision !== revision) throw staleDraft(document);
    if (typeof document?.draft !== 'string') throw new Refusal('404');
    return publishForm(
      context,
      { formKey, formName: document.draft_name ?? document.name, definition: document.draft, note, author },
      trx,
    );
  });
}
