import {
  buildRequest,
  companionKey,
  fillCallOf,
  isPeopleSource,
  isTable,
  mapByNames,
  readAnswer,
  readItem,
  recordSource,
  recordsSource,
  sourceOf,
  type CompiledField,
  type CompiledForm,
  type FillCall,
  type RequestCall,
  type Scope,
} from '../../../../kernel/index.ts';
import { initialValues, isSameValue, mergeHidden, recordToValues, type Values } from '../../../../records/index.ts';
import type { ServerContext } from '../../../context.ts';
import { pageOf, type Page } from '../../../http/envelope.ts';
import { Refusal } from '../../../http/refusal.ts';
import { searchUsers } from '../../../system/index.ts';
import type { Trx } from '../../../store/transaction.ts';
import { listRecords } from '../../list/listRecords.ts';
import type { OpenRecord } from '../../read/openForWrite.ts';
import { findCandidates } from '../../relations/targets.ts';
import type { RecordValues } from '../../tables.ts';
import { queryOf } from '../pickedItems.ts';
import { shownValues } from '../pickedRows.ts';
import { givenPlace, type Given } from './sourceWords.ts';
import { sheetsOf, type Sheet } from '../valueScopes.ts';

/** Answers of one save, or of several together: many rows ask the same. */
export type WatchMemory = Map<string, Promise<unknown>>;

/** A save that asks for more answers than this is refused: nobody chooses so many by hand. */
const MAX_ASKED = 2_000;

const NO_ANSWER = Symbol('no answer');

export interface SettledWatch {
  /** What came, with the values that calls fill and that had not arrived. */
  sent: RecordValues;
  given: Given;
}

/** A field whose change asks for values of others, and those of them that nobody may type here. */
interface Watcher {
  field: CompiledField;
  sheet: Sheet;
  call: FillCall;
  due: CompiledField[];
}

const beside = (form: CompiledForm, { table }: Sheet, key: string): CompiledField | undefined => {
  const field = table ? table.columns.find((column) => column.key === key) : form.fields.get(key);
  return field && isTable(field) ? undefined : field;
};

/** Locked here, or perhaps closed by a condition: what this person may type is not looked up. */
const needsWord = (field: CompiledField, scope: Scope): boolean =>
  field.compute === null && field.mayRead(scope.situation) && (!field.permits(scope) || field.linkage.length > 0);

function watchersIn(form: CompiledForm, sheet: Sheet, scope: Scope): Watcher[] {
  return sheet.fields.flatMap((field): Watcher[] => {
    const call = field.compute === null && !field.isEmpty(sheet.now[field.key]) ? watchCall(form, field, sheet) : null;
    if (!call) return [];
    const inRow: Scope = sheet.table
      ? { ...scope, row: sheet.now, rowId: sheet.rowId, isNewRow: sheet.before === undefined }
      : scope;
    const isChanged = sheet.before === undefined || !isSameValue(sheet.now[field.key], sheet.before[field.key]);
    const due = Object.keys(call.names).flatMap((key) => {
      const filled = beside(form, sheet, key);
      const isDue = isChanged || !isSameValue(sheet.now[key], sheet.before?.[key]);
      return filled && isDue && needsWord(filled, inRow) ? [filled] : [];
    });
    return due.length > 0 ? [{ field, sheet, call, due }] : [];
  });
}

/** The call that a field watches by; a relation's fill is settled by `settleRelations`. */
function watchCall(form: CompiledForm, field: CompiledField, sheet: Sheet): FillCall | null {
  const call = fillCallOf(field.node, (key) => beside(form, sheet, key));
  return call && !call.clears ? call : null;
}

/** Of the call that looks people up by their name; what is no text asks for nothing. */
interface PeopleQuestion {
  name?: unknown;
  id?: unknown;
  orgId?: unknown;
  page?: Partial<Page> | null;
}
const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the call answers to this person, where it reads records or people; of any other call nothing is known here. */
async function ask(context: ServerContext, trx: Trx, { user }: OpenRecord, request: RequestCall): Promise<unknown> {
  const one = recordSource(request);
  if (one) {
    const anything = { to: one.formKey, plan: null, read: () => undefined };
    return (await findCandidates(context, trx, user, anything, [one.id], true)).get(one.id) ?? NO_ANSWER;
  }
  if (isPeopleSource(request)) {
    const { name, id, orgId, page: asked } = request.params as PeopleQuestion;
    const page = pageOf({ page: asked });
    const wanted = {
      text: textOr(name),
      ...(textOr(id) ? { id: textOr(id) } : {}),
      ...(textOr(orgId) ? { orgId: textOr(orgId) } : {}),
    };
    const { rows, total } = await searchUsers(trx, wanted, page);
    return { data: rows, page: { ...page, total } };
  }
  const list = recordsSource(request);
  if (!list) return NO_ANSWER;
  const { rows, total } = await listRecords(context, trx, user, list.formKey, {
    ...queryOf(request.params, null),
    isWholeUnit: list.isWholeUnit,
  });
  return { data: rows, page: { total } };
}

/** Values by the names of the form, as the page reads them out of an answer (RD-003). */
function valuesIn(answer: unknown, { position, names }: FillCall): Record<string, unknown> {
  const found = readAnswer(answer, position);
  const item: unknown = Array.isArray(found) ? found[0] : found;
  if (typeof item !== 'object' || item === null) return {};
  const direct = mapByNames(item, names);
  const named = Object.entries(names).map(
    ([key, name]) => [key, direct[key] ?? readItem(item as Values, name)] as const,
  );
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/**
 * OD-057, SC-025…029: asks the sources of calls again whose filled fields this person may not type, where the field that
 * asks or the filled value differs from what is stored. What had not arrived is given; what differs from its source is
 * vouched for by nobody, so that the check of changes refuses it. What is unchanged is never asked.
 */
export async function settleWatched(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
  memory: WatchMemory = new Map(),
): Promise<SettledWatch> {
  const {
    situation,
    loaded: { form },
  } = open;
  const given = new Map<string, unknown>();
  const asked = new Set<string>();
  const written = new Set<string>();
  const all = [...form.fields.values()].flatMap((field) => (isTable(field) ? [...field.columns] : [field]));
  if (!all.some(({ node }) => node.openWatch === '1')) return { sent, given };
  const settled: RecordValues = { fieldsMap: { ...sent.fieldsMap }, childTables: { ...sent.childTables } };
  // a filled field may ask for further ones
  for (let round = 0; round < all.length; round += 1) {
    const merged = mergeHidden(stored, settled);
    const values = { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(merged, form) };
    const now = { fieldsMap: { ...(stored ? {} : values), ...merged.fieldsMap }, childTables: merged.childTables };
    const scope: Scope = { values, situation };
    const shown = shownValues(form, values, situation);
    const watchers = sheetsOf(form, { stored, sent: settled, values: now }, () => true)
      .flatMap((sheet) => watchersIn(form, sheet, scope))
      .filter((watcher) => !asked.has(questionOf(watcher)));
    if (watchers.length === 0) break;
    for (const watcher of watchers) {
      const { field, sheet, call, due } = watcher;
      const place = (key: string): string => givenPlace(sheet.table?.key ?? null, sheet.rowId, field.key, key);
      asked.add(questionOf(watcher));
      const request = buildRequest(call.request, sourceOf(situation, sheet.table ? { ...shown, ...sheet.now } : shown));
      if (!request.ok) continue;
      const name = JSON.stringify(request.value);
      if (!memory.has(name) && memory.size >= MAX_ASKED)
        throw new Refusal('ROW_LIMIT', {
          label: sheet.table?.node.label ?? (field.node.label || field.key),
          count: watchers.length,
          limit: MAX_ASKED,
        });
      const answer = memory.get(name) ?? ask(context, trx, open, request.value).catch(nothingOf);
      memory.set(name, answer);
      const found = await answer;
      if (found === NO_ANSWER) continue;
      const named = valuesIn(found, call);
      for (const filled of due) {
        const value = named[filled.key];
        if (value === undefined) continue;
        given.set(place(filled.key), value);
        if (give(settled, watcher, filled, named, written.has(place(filled.key)))) written.add(place(filled.key));
      }
    }
  }
  return { sent: settled, given };
}

/** A source that refuses this person, or is no form's, gave them nothing. */
function nothingOf(error: unknown): typeof NO_ANSWER {
  if (error instanceof Refusal) return NO_ANSWER;
  throw error;
}

const questionOf = ({ field, sheet }: Watcher): string =>
  JSON.stringify([sheet.table?.key ?? null, sheet.rowId ?? '', field.key, sheet.now[field.key]]);

/** Writes a value that had not arrived: none came, or the one that is stored, or that of an earlier question. False: another came. */
function give(
  settled: RecordValues,
  { sheet }: Watcher,
  filled: CompiledField,
  named: Readonly<Values>,
  isOurs: boolean,
): boolean {
  const came = sheet.sent[filled.key];
  const isAsStored = sheet.before !== undefined && isSameValue(came, sheet.before[filled.key]);
  if (!isOurs && Object.hasOwn(sheet.sent, filled.key) && !filled.isEmpty(came) && !isAsStored) return false;
  const label = companionKey(filled.key);
  const values = {
    [filled.key]: named[filled.key],
    ...(filled.hasCompanion && named[label] !== undefined ? { [label]: named[label] } : {}),
  };
  if (!sheet.table) {
    Object.assign(settled.fieldsMap, values);
    return true;
  }
  const { key } = sheet.table;
  settled.childTables[key] = (settled.childTables[key] ?? []).map((row) =>
    row.id === sheet.rowId ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row,
  );
  return true;
}
