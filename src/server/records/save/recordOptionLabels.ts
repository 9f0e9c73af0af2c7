import {
  type CompiledField,
  fillPlaceholders,
  sourceOf as placeholdersOf,
  readItem,
  recordOptions,
  type RecordOptions,
} from '../../../kernel/index.ts';
import { isSameValue, recordToValues } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import type { Strictness } from './acceptChanges.ts';
import type { KnownValue } from './optionLookup.ts';
import { listRecords } from '../list/listRecords.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { shownValues } from './pickedRows.ts';
import { PAGE_SIZE, queryOf } from './pickedItems.ts';
import { sheetsOf, type Save, type Sheet } from './valueScopes.ts';
import { partsOf } from './optionSources.ts';

/** What the records of other forms say of a value at its place. */
export type RecordWords = (field: CompiledField, sheet: Sheet, value: string) => KnownValue | undefined;

/** One question: the options of one call, its placeholders filled, and the values that are said to be among them. */
interface Question {
  options: RecordOptions;
  params: Record<string, unknown>;
  values: Set<string>;
}

/** A save that fills the parameters in more ways than this is asked without them: the records must still be there for this person. */
const MAX_QUESTIONS = 50;
const CHUNK = 200;
const MAX_PAGES = 20;

const placeOf = (field: CompiledField, { table, rowId }: Sheet, value: string): string =>
  JSON.stringify([table?.key ?? '', rowId ?? '', field.key, value]);

const columnOf = (name: string): string => name.replace(/^fieldsMap\./, '');

/** Value -> text of the records among these values, as this person reads them. Empty when the source refuses them. */
async function answersTo(
  { options, params, values }: Question,
  ask: (query: ReturnType<typeof queryOf>, options: RecordOptions) => ReturnType<typeof listRecords>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const take = async (chunk: readonly string[] | null): Promise<void> => {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = queryOf(params, page);
      const { rows, total } = await ask(
        chunk
          ? {
              ...query,
              conditions: [...(query.conditions ?? []), { field: columnOf(options.valueName), op: 'in', value: chunk }],
            }
          : query,
        options,
      );
      for (const item of rows as unknown as Record<string, unknown>[]) {
        const value = String(readItem(item, options.valueName) ?? '');
        if (values.has(value) && !found.has(value))
          found.set(value, String(readItem(item, options.labelName) ?? value));
      }
      if (page * PAGE_SIZE >= total) return;
    }
  };
  const all = [...values];
  try {
    for (let from = 0; from < all.length; from += CHUNK) await take(all.slice(from, from + CHUNK));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // a value that may not be asked by, though it may be read, is looked for page by page
    await take(null).catch((second: unknown) => {
      if (!(second instanceof Refusal)) throw second;
    });
  }
  return found;
}

/**
 * FK-027…032: looks values up whose options are records of a form, by the same call as the person who sends them. A
 * value that is stored already is asked for only when the record is to be complete.
 */
export async function recordWords(
  context: ServerContext,
  trx: Trx,
  { user, situation, loaded: { form } }: OpenRecord,
  save: Save,
  strictness: Strictness,
): Promise<RecordWords> {
  const questions = new Map<string, Question>();
  const places = new Map<string, Question>();
  const sheets = sheetsOf(form, save, (field) => recordOptions(field.node) !== null);
  const shown = sheets.some(({ fields }) => fields.length > 0)
    ? shownValues(form, recordToValues(save.values, form), situation)
    : {};
  for (const sheet of sheets) {
    for (const field of sheet.fields) {
      const value = sheet.now[field.key];
      const options = recordOptions(field.node);
      if (
        !options ||
        field.isEmpty(value) ||
        (strictness === 'draft' && sheet.before !== undefined && isSameValue(value, sheet.before[field.key]))
      )
        continue;
      const written = (field.node as { resourseApiParams?: Record<string, unknown> }).resourseApiParams ?? {};
      const filled = fillPlaceholders(
        written,
        placeholdersOf(situation, sheet.table ? { ...shown, ...sheet.now } : shown),
      );
      const params = questions.size < MAX_QUESTIONS ? filled : {};
      const key = JSON.stringify([options, params]);
      const question = questions.get(key) ?? { options, params, values: new Set<string>() };
      questions.set(key, question);
      for (const part of partsOf(field, value).flat().map(String)) {
        question.values.add(part);
        places.set(placeOf(field, sheet, part), question);
      }
    }
  }
  const answers = new Map<Question, Map<string, string>>();
  for (const question of questions.values()) {
    answers.set(
      question,
      await answersTo(question, (query, { formKey, isWholeUnit }) =>
        listRecords(context, trx, user, formKey, { ...query, isWholeUnit }),
      ),
    );
  }
  return (field, sheet, value) => {
    const question = places.get(placeOf(field, sheet, value));
    const label = question && answers.get(question)?.get(value);
    return label === undefined ? undefined : { label, isRetired: false };
  };
}
