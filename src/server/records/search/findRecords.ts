import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledField, CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, publishedForm } from '../../documents/index.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { isSearched } from '../indexes/titles.ts';
import { listRecords } from '../list/listRecords.ts';
import { wordsOf } from '../list/searchText.ts';
import { labelOf, shownFields, textOf } from '../read/fieldTexts.ts';
import { joinMarks, markOf, type Mark } from './marks.ts';
import { matchingRecordsSql, canSearch } from './searchIndex.ts';

/** If at most this many records are found in all forms together, the query of each form filters by their ids. */
const MAX_IDS = 3000;
/**
 * If more than `MAX_IDS` records are found, the query of a form filters by ids only if at most this many of them are in
 * the form. The query of any other form filters by the search condition.
 */
const MAX_IDS_OF_FORM = 500;
/** Maximum number of forms in one answer. */
const MAX_FORMS = 12;

/** A text with the ranges that match words of the search. */
export interface MarkedText {
  text: string;
  marks: Mark[];
}

/** A found record, as the answer describes it. */
export interface FoundRecord {
  id: string;
  title: MarkedText;
  /** The texts of other fields, or the creator's name, in which words were found, with the labels of the fields. */
  hits: (MarkedText & { label: string })[];
  flwState: string;
  createByName: string;
  createTime: string;
}

/** The found records of one form: the first of them, and their total (`isEstimate`: the total is estimated). */
export interface FoundForm {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  total: number;
  isEstimate: boolean;
  rows: FoundRecord[];
}

/** Records found by a text, grouped by form. `isMore`: true if further forms with found records are left out. */
export interface SearchResult {
  forms: FoundForm[];
  isMore: boolean;
}

/** A form with found records, and the condition over `frm_record` that selects them. */
interface FormHits {
  formKey: string;
  condition: RawBuilder<SqlBool>;
}

/** The form and the id of a record. */
interface RecordKey {
  formKey: string;
  id: string;
}

/** Returns the ids of records by form. */
function groupIdsByForm(rows: readonly RecordKey[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { formKey, id } of rows) {
    const idsOfForm = ids.get(formKey);
    if (idsOfForm) idsOfForm.push(id);
    else ids.set(formKey, [id]);
  }
  return ids;
}

const hasIdIn = (ids: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.id = any(${ids}::text[])`;

/**
 * Returns the forms that have records with these words, those with the most such records first. `formKey`: only this
 * form ('': all). Does not check which records a person may read.
 */
async function findFormsWith({ db }: ServerContext, words: readonly string[], formKey: string): Promise<FormHits[]> {
  const matchingRecords = matchingRecordsSql(words);
  const formFilter = formKey === '' ? sql`` : sql` where f.form_key = ${formKey}`;
  const { rows: matchingKeys } =
    await sql<RecordKey>`select f.form_key as "formKey", f.record_id as id from (${matchingRecords}) f${formFilter} limit ${MAX_IDS + 1}`.execute(
      db,
    );
  if (matchingKeys.length <= MAX_IDS) {
    const ids = groupIdsByForm(matchingKeys);
    return [...ids]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([key, idsOfForm]) => ({ formKey: key, condition: hasIdIn(idsOfForm) }));
  }
  const { rows } = await sql<{
    formKey: string;
    count: number;
  }>`select f.form_key as "formKey", count(*)::integer as count from (${matchingRecords}) f${formFilter} group by f.form_key order by 2 desc, 1`.execute(
    db,
  );
  // one statement reads the ids of all forms with few found records; `listRecords` gets the search condition for others
  const smallForms = rows.filter(({ count }) => count <= MAX_IDS_OF_FORM).map(({ formKey }) => formKey);
  const { rows: keysInSmallForms } =
    await sql<RecordKey>`select f.form_key as "formKey", f.record_id as id from (${matchingRecords}) f where f.form_key = any(${smallForms}::text[])`.execute(
      db,
    );
  const ids = groupIdsByForm(keysInSmallForms);
  return rows.map(({ formKey }) => ({
    formKey,
    condition: smallForms.includes(formKey)
      ? hasIdIn(ids.get(formKey) ?? [])
      : sql<SqlBool>`frm_record.id in (select f.record_id from (${matchingRecords}) f where f.form_key = ${formKey})`,
  }));
}

/** Returns a text with the ranges that match these words. */
const markText = (text: string, words: readonly string[]): MarkedText => ({
  text,
  marks: joinMarks(words.map((word) => markOf(text, word)).filter((mark) => mark !== null)),
});

/**
 * Returns a found record with its title. For each word that the title does not contain, adds the first searched field
 * that contains the word, or the creator's name if only the name contains the word. `fields`: the searched fields.
 */
function toFoundRecord(
  form: CompiledForm,
  fields: readonly CompiledField[],
  record: FormRecord,
  words: readonly string[],
): FoundRecord {
  const title = record.title ?? form.definition.formName;
  const missingWords = words.filter((word) => markOf(title, word) === null);
  const texts = [
    ...fields.map((field) => ({
      label: labelOf(field),
      text: textOf(field, record.fieldsMap),
    })),
    { label: '创建人', text: record.createByName ?? '' },
  ];
  const hits = new Map(
    missingWords.flatMap((word) => {
      const hit = texts.find(({ text }) => text !== '' && markOf(text, word) !== null);
      return hit ? [[hit.label, { label: hit.label, ...markText(hit.text, words) }] as const] : [];
    }),
  );
  return {
    id: record.id ?? '',
    title: markText(title, words),
    hits: [...hits.values()],
    flwState: record.flwState ?? '',
    createByName: record.createByName ?? '',
    createTime: record.createTime ?? '',
  };
}

/**
 * Returns the records, of all forms, in which each word of a text occurs in the title, in a searched field or in the
 * creator's name. Words match as written or by the pinyin of Chinese characters. `listRecords` reads the records, so
 * that reading rights and hidden fields apply. Finds nothing without a word of two or more characters (`canSearch`).
 * `formKey`: the only form to search; '': all forms. `pageSize`: the maximum number of records for each form.
 */
export async function findRecords(
  context: ServerContext,
  user: RequestUser,
  { text, formKey = '', pageSize = 5 }: { text: string; formKey?: string; pageSize?: number },
): Promise<SearchResult> {
  const words = wordsOf(text);
  if (!canSearch(words)) return { forms: [], isMore: false };
  const forms: FoundForm[] = [];
  for (const { formKey: key, condition } of await findFormsWith(context, words, formKey)) {
    // a removed form may have records that were not deleted yet
    if (!(await publishedForm(context, context.db, key))) continue;
    const { form } = await loadForm(context, context.db, key);
    // a person who may not see the form gets none of its records
    const page = await unlessRefused(
      listRecords(context, context.db, user, key, {
        page: { pageNum: 1, pageSize },
        isWholeUnit: false,
        serverConditions: [condition],
      }),
      ['403'],
      null,
    );
    if (page === null || page.rows.length === 0) continue;
    const { rows, total, isEstimate } = page;
    if (forms.length === MAX_FORMS) return { forms, isMore: true };
    const fields = shownFields(form).filter(isSearched);
    forms.push({
      formKey: key,
      formName: form.definition.formName,
      hasFlow: form.definition.flowKey !== undefined,
      total,
      isEstimate,
      rows: rows.map((record) => toFoundRecord(form, fields, record, words)),
    });
  }
  return { forms, isMore: false };
}
