import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledField, CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, publishedForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { isSearched } from '../indexes/titles.ts';
import { listRecords } from '../list/listRecords.ts';
import { wordsOf } from '../list/searchText.ts';
import { labelOf, shownFields, textOf } from '../read/fieldTexts.ts';
import { joinMarks, markOf, type Mark } from './marks.ts';
import { foundSql, maySearch } from './searchIndex.ts';

/** So many records are named one by one; where more are found the forms that have some are asked with the condition. */
const MOST_NAMED = 3000;
/** Of a form with more records the condition is asked. */
const MOST_NAMED_OF_FORM = 500;
/** So many forms are answered at once. */
const MOST_FORMS = 12;

export interface MarkedText {
  text: string;
  marks: Mark[];
}

export interface FoundRecord {
  id: string;
  title: MarkedText;
  /** What was found beside the title, with its label. */
  hits: (MarkedText & { label: string })[];
  flwState: string;
  createByName: string;
  createTime: string;
}

export interface FoundForm {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  total: number;
  isEstimate: boolean;
  rows: FoundRecord[];
}

/** Records found by a text, grouped by form. `isMore`: further forms have some. */
export interface Found {
  forms: FoundForm[];
  isMore: boolean;
}

interface FormHits {
  formKey: string;
  condition: RawBuilder<SqlBool>;
}

interface Named {
  formKey: string;
  id: string;
}

function idsByForm(rows: readonly Named[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { formKey, id } of rows) {
    const list = ids.get(formKey);
    if (list) list.push(id);
    else ids.set(formKey, [id]);
  }
  return ids;
}

const isAmong = (ids: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.id = any(${ids}::text[])`;

/** The forms that have records with these words, those with most first, and the condition that finds them in a list. */
async function formsWith({ db }: ServerContext, words: readonly string[], formKey: string): Promise<FormHits[]> {
  const found = foundSql(words);
  const within = formKey === '' ? sql`` : sql` where f.form_key = ${formKey}`;
  const { rows: named } =
    await sql<Named>`select f.form_key as "formKey", f.record_id as id from (${found}) f${within} limit ${MOST_NAMED + 1}`.execute(
      db,
    );
  if (named.length <= MOST_NAMED) {
    const ids = idsByForm(named);
    return [...ids]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([key, list]) => ({ formKey: key, condition: isAmong(list) }));
  }
  const { rows } = await sql<{
    formKey: string;
    count: number;
  }>`select f.form_key as "formKey", count(*)::integer as count from (${found}) f${within} group by f.form_key order by 2 desc, 1`.execute(
    db,
  );
  // forms with few are named after all, in one question; only those with many are asked with the condition
  const few = rows.filter(({ count }) => count <= MOST_NAMED_OF_FORM).map(({ formKey: key }) => key);
  const { rows: others } =
    await sql<Named>`select f.form_key as "formKey", f.record_id as id from (${found}) f where f.form_key = any(${few}::text[])`.execute(
      db,
    );
  const ids = idsByForm(others);
  return rows.map(({ formKey: key }) => ({
    formKey: key,
    condition: few.includes(key)
      ? isAmong(ids.get(key) ?? [])
      : sql<SqlBool>`frm_record.id in (select f.record_id from (${found}) f where f.form_key = ${key})`,
  }));
}

const marked = (text: string, words: readonly string[]): MarkedText => ({
  text,
  marks: joinMarks(words.map((word) => markOf(text, word)).filter((mark) => mark !== null)),
});

/** A record with its title, and of the fields that are searched those in which a word stands that the title does not hold. */
function foundRecord(
  form: CompiledForm,
  fields: readonly CompiledField[],
  record: FormRecord,
  words: readonly string[],
): FoundRecord {
  const title = record.title ?? form.definition.formName;
  const left = words.filter((word) => markOf(title, word) === null);
  const texts = [
    ...fields.map((field) => ({
      label: labelOf(field),
      text: textOf(field, record.fieldsMap),
    })),
    { label: '创建人', text: record.createByName ?? '' },
  ];
  const hits = new Map(
    left.flatMap((word) => {
      const place = texts.find(({ text }) => text !== '' && markOf(text, word) !== null);
      return place ? [[place.label, { label: place.label, ...marked(place.text, words) }] as const] : [];
    }),
  );
  return {
    id: record.id ?? '',
    title: marked(title, words),
    hits: [...hits.values()],
    flwState: record.flwState ?? '',
    createByName: record.createByName ?? '',
    createTime: record.createTime ?? '',
  };
}

/**
 * Records of all forms that hold the words of a text in title, number or searched fields, written or by their sound, as
 * lists would show them to this person: the same rights, the same hidden fields. `formKey`: of that form alone.
 */
export async function findRecords(
  context: ServerContext,
  user: RequestUser,
  { text, formKey = '', pageSize = 5 }: { text: string; formKey?: string; pageSize?: number },
): Promise<Found> {
  const words = wordsOf(text);
  if (!maySearch(words)) return { forms: [], isMore: false };
  const forms: FoundForm[] = [];
  for (const { formKey: key, condition } of await formsWith(context, words, formKey)) {
    // removed since, with records that are still to go
    if (!(await publishedForm(context, context.db, key))) continue;
    const { form } = await loadForm(context, context.db, key);
    const { rows, total, isEstimate } = await listRecords(context, context.db, user, key, {
      page: { pageNum: 1, pageSize },
      isWholeUnit: false,
      narrowing: [condition],
    });
    if (rows.length === 0) continue;
    if (forms.length === MOST_FORMS) return { forms, isMore: true };
    const fields = shownFields(form).filter(isSearched);
    forms.push({
      formKey: key,
      formName: form.definition.formName,
      hasFlow: form.definition.flowKey !== undefined,
      total,
      isEstimate,
      rows: rows.map((record) => foundRecord(form, fields, record, words)),
    });
  }
  return { forms, isMore: false };
}
