import type { Problem } from '../../domain/problem/problem.ts';
import { compileForm } from '../../kernel/compile.ts';
import { isFieldNode, walkNodes } from '../../kernel/nodes.ts';
import type { FormDefinition } from '../../kernel/form.ts';
import type { Vocabulary } from '../../kernel/registry.ts';
import { valueTypeOf } from '../../kernel/types.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { preparePartition, type IndexedField } from '../records/indexes/partition.ts';
import { retitle } from '../records/indexes/retitle.ts';
import { prepareUniques } from '../records/indexes/uniques.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import { checkForm, refuseErrors } from './checkForm.ts';
import { contentOf } from './content.ts';
import { lockDocument, staleDraft, storeVersion, type Author } from './store.ts';

export interface FormPublication {
  /** Wins over the key in the document; needed when the document names none. */
  formKey: string;
  formName?: string;
  /** The document in any dialect, as text or object. */
  definition: unknown;
  note: string;
  author: Author;
}

/** Fields whose values a list filters and sorts by: what it searches before what it only shows. */
export function indexedFields(definition: FormDefinition, vocabulary: Vocabulary): IndexedField[] {
  const fields = [...walkNodes(definition.fields)]
    .map(({ node }) => node)
    .filter(isFieldNode)
    .filter((node) => node.tag !== 'subTable');
  const wanted = [
    ...fields.filter((node) => node.isSearch === '1'),
    ...fields.filter((node) => node.isSearch !== '1' && node.isList === '1'),
  ];
  return wanted.flatMap((node): IndexedField[] => {
    const type = valueTypeOf(node, vocabulary);
    return type === 'list' ? [] : [{ key: node.__vModel__, kind: type === 'double' ? 'number' : 'text' }];
  });
}

export interface Published {
  version: number;
  problems: readonly Problem[];
}

/**
 * Publishes a form definition as the next version and prepares its records' partition and indexes, all in one
 * transaction. Refuses with DOC_DRAFT_ONLY and the problems while it has errors.
 */
export async function publishForm(
  context: ServerContext,
  { formKey, formName, definition: given, note, author }: FormPublication,
  trx?: Trx,
): Promise<Published> {
  const content = contentOf(given);
  return inTransaction(context, trx, async (inside) => {
    const { definition, problems } = await checkForm(context, inside, {
      formKey,
      content,
      ...(formName ? { formName } : {}),
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
    await preparePartition(inside, formKey, indexedFields(definition, context.vocabulary));
    const form = compileForm(definition, context.vocabulary);
    await prepareUniques(inside, formKey, form);
    await retitle(context, inside, formKey, form, version - 1);
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
