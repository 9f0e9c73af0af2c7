import { hasErrors, type Problem } from '../../domain/problem/index.ts';
import { compileForm } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import { checkForm, refuseErrors } from './checkForm.ts';
import { contentOf } from './content.ts';
import { formPublished, formPublishing, type IsReplaced } from './extensions.ts';
import type { Beside } from './relationForms.ts';
import { draftForUpdate, findDocument, lockDocument, type Author } from './store.ts';
import { storePublished } from './storePublished.ts';

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
  /** Other documents that the same transaction publishes anew: they are judged then, not by what they say now. */
  isReplaced?: IsReplaced;
  /** The form is put into use: its rights begin to count. */
  isReleased?: boolean;
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
  { formKey, formName, definition: given, note, author, beside, isReplaced, isReleased }: FormPublication,
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
    const version = await storePublished(
      context,
      inside,
      { kind: 'form', key: formKey, name, content, canonical: JSON.stringify(definition), note, author },
      { definition, beside },
    );
    const published = {
      formKey,
      version,
      definition,
      form: compileForm(definition, context.vocabulary),
      releasedBy: isReleased ? author.name : undefined,
      isReplaced,
    };
    const more: Problem[] = [];
    for (const prepare of formPublished.of(context)) more.push(...((await prepare(context, inside, published)) ?? []));
    return { version, problems: [...problems, ...more] };
  });
}

export interface DraftPublication {
  formKey: string;
  note: string;
  author: Author;
  revision?: number;
}

/**
 * Does what must be done before a form's text is published, outside of the transaction that publishes it
 * (`formPublishing`). A text with errors is left to the publication, which refuses it.
 */
export async function prepareForm(context: ServerContext, formKey: string, text: string): Promise<void> {
  const { definition, problems } = await checkForm(context, context.db, { formKey, content: contentOf(text) });
  if (!definition || hasErrors(problems)) return;
  const document = await findDocument(context.db, 'form', formKey);
  const next = {
    formKey,
    version: (document?.published_version ?? 0) + 1,
    form: compileForm(definition, context.vocabulary),
  };
  for (const prepare of formPublishing.of(context)) await prepare(context, next);
}

/** The same for the stored draft, where there is one. */
export async function prepareFormDraft(context: ServerContext, formKey: string): Promise<void> {
  const document = await findDocument(context.db, 'form', formKey);
  if (typeof document?.draft === 'string') await prepareForm(context, formKey, document.draft);
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
    const document = await draftForUpdate(trx, { kind: 'form', key: formKey, revision });
    return publishForm(
      context,
      {
        formKey,
        formName: document.draft_name ?? document.name,
        definition: document.draft,
        note,
        author,
        isReleased: true,
      },
      trx,
    );
  });
}
