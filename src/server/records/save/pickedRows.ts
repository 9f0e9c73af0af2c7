import {
  type CompiledColumn,
  type CompiledForm,
  type CompiledTable,
  type Row,
  type Scope,
  sourceOf as placeholdersOf,
  defaultCall,
  filledBySource,
  outsideCall,
  defaultSource,
  outsideSource,
  recordsSource,
  type RowSource,
} from '../../../kernel/index.ts';
import { mergeHidden, isSameValue, initialValues, recordToValues, type Values } from '../../../records/index.ts';
import { mayHaveLoadedRows } from '../../../rules/defaultRows.ts';
import type { Situation } from '../../../rules/situation.ts';
import { mayAddRow, mayCopyRow, waysToAdd } from '../../../rules/tables.ts';
import type { ServerContext } from '../../context.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { seekItems, type Wanted } from './pickedItems.ts';
import type { RecordValues } from '../tables.ts';
import type { Words } from './judge/sourceWords.ts';
import { valuesOf } from './writeRecord.ts';

/** A source that may have given rows here, and the body of its call as the server asks it again. */
interface Offer {
  source: RowSource;
  body: unknown;
  hasPages: boolean;
}

/** What this person sees of the values: their page filled the placeholders from that. */
export function shownValues(form: CompiledForm, values: Values, situation: Situation): Values {
  const hidden = new Set([...form.fields.values()].filter((field) => !field.mayRead(situation)).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)));
}

function offersOf(
  { node, key }: CompiledTable,
  values: Values,
  situation: Situation,
  stored: RecordValues | null,
): Offer[] {
  const placeholders = placeholdersOf(situation, values);
  const offers: Offer[] = [];
  const outside = mayAddRow(node, situation) && waysToAdd(node).picked ? outsideSource(node) : null;
  const outsideAsked = outside && outsideCall(outside, placeholders, { keyword: '', pageNum: 1, pageSize: 10 });
  if (outside && outsideAsked?.ok)
    offers.push({
      source: { ...outside, url: outsideAsked.value.url },
      body: outsideAsked.value.params,
      hasPages: true,
    });
  const depends = node.defaultTbDataDependKey;
  const hasDependencyChanged = depends !== undefined && !isSameValue(stored?.fieldsMap[depends], values[depends]);
  const given = mayHaveLoadedRows(node, situation, {
    rowCount: stored?.childTables[key]?.length ?? 0,
    hasDependencyChanged,
  })
    ? defaultSource(node)
    : null;
  const givenAsked = given && defaultCall(given, placeholders);
  if (given && givenAsked?.ok)
    offers.push({ source: { ...given, url: givenAsked.value.url }, body: givenAsked.value.params, hasPages: false });
  return offers.filter(({ source }) => recordsSource(source) !== null);
}

/** Rows of such a table come from its source and from nowhere else. */
const isPickOnly = ({ node }: CompiledTable, situation: Situation): boolean => {
  const { typed, imported } = waysToAdd(node);
  return !typed && !imported && !mayCopyRow(node, situation) && (node.defaultTbData?.length ?? 0) === 0;
};

/** The columns of a new row that need the word of its source: filled by it, and not this person's to type. */
function needsWord(columns: readonly CompiledColumn[], row: Row, scope: Scope): CompiledColumn[] {
  const inRow: Scope = { ...scope, row: row.fieldsMap, rowId: row.id, isNewRow: true };
  return columns.filter(
    (column) =>
      column.mayRead(scope.situation) &&
      !column.mayWrite(inRow) &&
      (column.isEmpty(row.fieldsMap[column.key]) || !isSameValue(row.fieldsMap[column.key], column.initial(inRow))),
  );
}

async function askForTable(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  table: CompiledTable,
  fresh: readonly Row[],
  offer: Offer,
  scope: Scope,
  words: Map<string, 'vouched' | 'refuted'>,
): Promise<void> {
  const columns = filledBySource(table, offer.source);
  const isOnly = isPickOnly(table, open.situation) && offer.hasPages;
  const wanted = fresh.flatMap((row): Wanted[] => {
    const locked = needsWord(columns, row, scope);
    const given = isOnly ? locked : locked.filter((column) => !column.isEmpty(row.fieldsMap[column.key]));
    return given.length === 0 ? [] : [{ row, columns: given }];
  });
  if (wanted.length === 0) return;
  const found = await seekItems({ context, trx, user: open.user, table, ...offer }, wanted);
  for (const { row, columns: keys } of wanted) {
    const isFound = found.has(row.id);
    for (const { key } of keys)
      if (isFound || !words.has(`${table.key} ${row.id} ${key}`))
        words.set(`${table.key} ${row.id} ${key}`, isFound ? 'vouched' : 'refuted');
    if (isOnly && !isFound) words.set(`${table.key} ${row.id}`, 'refuted');
  }
}

/**
 * SC-020…024: looks up the new rows that say they were picked. Columns that this person may not type are believed only
 * where a source of records has an item with the same values, as this person reads it. Other sources vouch for nothing.
 */
export async function pickedRows(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sent: RecordValues,
): Promise<Words> {
  const {
    situation,
    loaded: { form },
  } = open;
  const words = new Map<string, 'vouched' | 'refuted'>();
  const stored = open.row ? valuesOf(open.row) : null;
  let scope: Scope | null = null;
  for (const table of form.tables.values()) {
    const known = new Set((stored?.childTables[table.key] ?? []).map((row) => row.id));
    const rows = sent.childTables[table.key];
    const fresh = Array.isArray(rows) ? rows.filter((row) => !known.has(row.id)) : [];
    if (fresh.length === 0) continue;
    scope ??= {
      values: { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(mergeHidden(stored, sent), form) },
      situation,
    };
    for (const offer of offersOf(table, shownValues(form, scope.values, situation), situation, stored)) {
      await askForTable(context, trx, open, table, fresh, offer, scope, words);
    }
  }
  return words;
}
