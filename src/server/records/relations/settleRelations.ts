import { sql } from 'kysely';
import { recordTable } from '../columns/recordSource.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import {
  fillKind,
  type PlacedRelation,
  readerOf,
  type ReadName,
  companionKey,
  isTable,
  type CompiledField,
  type CompiledForm,
  relatedIds,
  relationOf,
} from '../../../kernel/index.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import { mergeHidden, isSameValue, initialValues, recordToValues, storedKeys } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { sheetsOf, type Sheet } from '../save/valueScopes.ts';
import type { RecordValues } from '../tables.ts';
import { valuesAlong, type SourceValue } from './sourceValues.ts';
import { relationsOf } from './placed.ts';
import { findCandidates, planOf, type Candidates } from './targets.ts';

/** What the relations of one save come to. */
export interface SettledRelations {
  /** What came, with the values that relations fill and that did not come. */
  sent: RecordValues;
  /** Values for fields that this person does not see: they are stored whatever came. */
  hidden: readonly { path: Path; values: Readonly<Record<string, unknown>> }[];
  problems: readonly Problem[];
  /** The title of a record that was chosen now, by its id. */
  titleOf(id: string): string | undefined;
}

const nothingToSettle = (sent: RecordValues): SettledRelations => ({
  sent,
  hidden: [],
  problems: [],
  titleOf: () => undefined,
});

/** One relation at its place in a save. */
interface Placed {
  placed: PlacedRelation;
  field: CompiledField;
  sheet: Sheet;
  /** Ids that were not stored before. */
  added: string[];
  /** Fields that it fills, where their values or it are not as stored. */
  due: string[];
}

const labelOf = (field: CompiledField): string => field.node.label || field.key;

const isEmptyOf = (field: CompiledField | undefined, value: unknown): boolean =>
  field?.isEmpty(value) ?? (value ?? '') === '';

/** The fields beside a relation: those of its sub-table, else the form's. */
function fieldBeside(form: CompiledForm, { table }: Sheet, key: string): CompiledField | undefined {
  const field = table ? table.columns.find((column) => column.key === key) : form.fields.get(key);
  return field && isTable(field) ? undefined : field;
}

/** Relations that changed, or whose filled values did. Relations that another one fills come by its word. */
function changedIn(form: CompiledForm, sheet: Sheet, placed: readonly PlacedRelation[]): Placed[] {
  const own = placed.filter(({ table }) => table === (sheet.table?.key ?? null));
  return own.flatMap((one): Placed[] => {
    const key = one.node.__vModel__;
    const field = fieldBeside(form, sheet, key);
    if (!field || field.compute) return [];
    const before = new Set(relatedIds(sheet.before?.[key]));
    const ids = relatedIds(sheet.now[key]);
    const added = ids.filter((id) => !before.has(id));
    const isChanged = sheet.before === undefined ? ids.length > 0 : !isSameValue(sheet.now[key], sheet.before[key]);
    const due =
      ids.length === 0
        ? []
        : Object.keys(one.relation.fill).filter(
            (target) => isChanged || !isSameValue(sheet.now[target], sheet.before?.[target]),
          );
    return isChanged || due.length > 0 ? [{ placed: one, field, sheet, added, due }] : [];
  });
}

/** Names as a relation's condition reads them at its place. */
function readerAt(
  form: CompiledForm,
  values: Readonly<Record<string, unknown>>,
  { situation }: OpenRecord,
  sheet: Sheet,
): ReadName {
  const columns = sheet.table ? new Set(sheet.table.columns.map(({ key }) => key)) : undefined;
  const read = readerOf(new Set(form.fields.keys()), columns)({ values, situation, row: sheet.now });
  return (name) => (name === 'row' && sheet.table ? sheet.now : read(name));
}

/** Remembers, over several saves of one transaction, what was asked: the same customer in a thousand rows is looked up once. */
export type RelationMemory = Map<string, Promise<Map<string, FormRecord>>>;

/** Why a record cannot be chosen: nothing is said of one that this person may not read. */
async function whyNot(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  { field, placed }: Placed,
  id: string,
  path: Path,
): Promise<Problem> {
  const candidates = { to: placed.relation.to, plan: null, read: () => undefined };
  const inForce = await findCandidates(context, trx, open.user, candidates, [id]);
  const any = inForce.size > 0 ? inForce : await findCandidates(context, trx, open.user, candidates, [id], true);
  const record = any.get(id);
  const label = labelOf(field);
  if (!record) return problem('RELATION_MISSING', path, { label });
  const title = record.title || id;
  return inForce.size > 0
    ? problem('RELATION_WHERE', path, { label, title })
    : problem('RELATION_STATE', path, { label, title });
}

/** Holds what is pointed at until this is stored, so that nobody deletes or voids it in between. */
async function holdTargets(trx: Trx, to: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select id from ${recordTable(to)} where id = any(${ids}::text[]) order by id for key share`.execute(trx);
}

async function unknownForm<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === '404') return otherwise;
    throw error;
  });
}

/**
 * Settles the relations of a save before it is judged: looks up, as this person reads them, the records that are newly
 * pointed at, gives the values that they fill, and finds what is wrong: a record that is not there or may not be chosen,
 * a filled value that is not the source's. What is as it was stored is left alone.
 */
export async function settleRelations(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
  memory: RelationMemory = new Map(),
): Promise<SettledRelations> {
  const {
    situation,
    loaded: { form },
  } = open;
  const placed = relationsOf(form);
  if (placed.length === 0) return nothingToSettle(sent);
  const settled: RecordValues = {
    fieldsMap: { ...sent.fieldsMap },
    childTables: { ...sent.childTables },
  };
  const hidden: { path: Path; values: Record<string, unknown> }[] = [];
  const problems: Problem[] = [];
  const titles = new Map<string, string>();
  const vouched = new Set<string>();
  const byFill = new Set<string>();
  // a filled relation may fill further ones: as many rounds as there are relations at most
  for (let round = 0; round <= placed.length; round += 1) {
    const merged = mergeHidden(stored, settled);
    const values = { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(merged, form) };
    const now: RecordValues = {
      fieldsMap: { ...(stored ? {} : values), ...merged.fieldsMap },
      childTables: merged.childTables,
    };
    const sheets = sheetsOf(form, { stored, sent: settled, values: now }, () => true);
    const todo = sheets.flatMap((sheet) => changedIn(form, sheet, placed)).filter((one) => !vouched.has(placeOf(one)));
    if (todo.length === 0) break;
    const filled = new Set(
      todo.flatMap(({ placed: { table, relation }, sheet }) =>
        Object.keys(relation.fill).map((key) => JSON.stringify([table, sheet.rowId, key])),
      ),
    );
    const isFilled = ({ placed: { table }, sheet, field }: Placed): boolean =>
      filled.has(JSON.stringify([table, sheet.rowId, field.key]));
    // what another one fills waits for it
    const ready = todo.filter((one) => !isFilled(one) || byFill.has(placeOf(one)));
    for (const one of ready) {
      vouched.add(placeOf(one));
      await settleOne(context, trx, open, one, {
        values,
        settled,
        stored,
        hidden,
        problems,
        titles,
        byFill,
        memory,
      });
    }
    if (ready.length === 0) break;
  }
  return { sent: settled, hidden, problems, titleOf: (id) => titles.get(id) };
}

const placeOf = ({ placed: { table, node }, sheet }: Pick<Placed, 'placed' | 'sheet'>): string =>
  JSON.stringify([table, sheet.rowId ?? '', node.__vModel__]);

interface Work {
  values: Readonly<Record<string, unknown>>;
  settled: RecordValues;
  stored: RecordValues | null;
  hidden: { path: Path; values: Record<string, unknown> }[];
  problems: Problem[];
  titles: Map<string, string>;
  /** Places of relations that another one filled: they point where that says. */
  byFill: Set<string>;
  memory: RelationMemory;
}

async function settleOne(context: ServerContext, trx: Trx, open: OpenRecord, one: Placed, work: Work): Promise<void> {
  const { placed, sheet, added, due, field } = one;
  const { form } = open.loaded;
  const { to } = placed.relation;
  const path: Path = [...sheet.path, field.key];
  const isByFill = work.byFill.has(placeOf(one));
  const ids = due.length > 0 ? [...new Set([...added, ...relatedIds(sheet.now[field.key])])] : added;
  if (ids.length === 0) return;
  const candidates: Candidates = {
    to,
    plan: isByFill ? null : await unknownForm(planOf(context, trx, form, placed), null),
    read: readerAt(form, work.values, open, sheet),
  };
  await holdTargets(trx, to, ids);
  const fits = isByFill
    ? new Map<string, FormRecord>()
    : await lookUp(context, trx, open, candidates, added, work.memory);
  for (const id of added) {
    const record = fits.get(id);
    if (record) work.titles.set(id, record.title || id);
    else if (!isByFill) {
      work.problems.push(
        await unknownForm(
          whyNot(context, trx, open, one, id, path),
          problem('RELATION_MISSING', path, { label: labelOf(field) }),
        ),
      );
      return;
    }
  }
  const [id] = relatedIds(sheet.now[field.key]);
  if (due.length === 0 || id === undefined) return;
  const { formName } = (await loadForm(context, trx, to)).form.definition;
  const sources = await valuesAlong(
    context,
    trx,
    open.user,
    to,
    id,
    due.map((key) => placed.relation.fill[key] as string),
  );
  for (const key of due) fillOne(context, open, one, { key, sources, formName }, work);
}

async function lookUp(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  candidates: Candidates,
  ids: readonly string[],
  memory: RelationMemory,
): Promise<Map<string, FormRecord>> {
  if (ids.length === 0) return new Map();
  // a condition that reads the form's values asks another thing each time
  const name = candidates.plan === null ? JSON.stringify([candidates.to, ids]) : null;
  const known = name === null ? undefined : memory.get(name);
  if (known) return known;
  const found = unknownForm(findCandidates(context, trx, open.user, candidates, ids), new Map<string, FormRecord>());
  if (name !== null) memory.set(name, found);
  return found;
}

/** One filled field: what came must be the source's value; what did not come is given. */
function fillOne(
  context: ServerContext,
  open: OpenRecord,
  { placed, sheet, field }: Placed,
  { key, sources, formName }: { key: string; sources: ReadonlyMap<string, SourceValue>; formName: string },
  { settled, hidden, problems, byFill, titles, stored }: Work,
): void {
  const filled = fieldBeside(open.loaded.form, sheet, key);
  if (!filled) return;
  const name = placed.relation.fill[key] as string;
  const source = sources.get(name);
  const kind = source?.end ? fillKind(filled.node, source.end, context.vocabulary) : 'value';
  const value = kind === 'text' ? (source?.label ?? '') : (source?.value ?? null);
  const isNothing = isEmptyOf(filled, value);
  if (relationOf(filled.node)) {
    byFill.add(JSON.stringify([placed.table, sheet.rowId ?? '', key]));
    const ids = relatedIds(value);
    const names = ids.length === 1 ? [source?.label ?? ''] : (source?.label ?? '').split('、');
    ids.forEach((id, index) => names[index] && titles.set(id, names[index]));
  }
  const given: Record<string, unknown> = { [key]: isNothing ? (filled.definition.emptyValue ?? null) : value };
  if (filled.hasCompanion) given[companionKey(key)] = isNothing ? '' : (source?.label ?? '');
  if (!filled.mayRead(open.situation)) {
    hidden.push({ path: sheet.path, values: given });
    return;
  }
  // an empty value asks for nothing else than what the source gives
  const came = Object.hasOwn(sheet.sent, key) && !isEmptyOf(filled, sheet.sent[key]);
  if (came && !isSameValue(sheet.sent[key], value)) {
    problems.push(
      problem('RELATION_FILL', [...sheet.path, key], {
        label: labelOf(filled),
        source: labelOf(field),
        name: formName,
      }),
    );
    return;
  }
  if (came) return;
  if (stored !== null && isSameValue(sheet.before?.[key], value)) return;
  write(open.loaded.form, settled, sheet, given);
}

const computedKeys = (fields: Iterable<CompiledField>): string[] =>
  [...fields].filter(({ compute }) => Boolean(compute)).flatMap(storedKeys);

/**
 * Puts values into what came, at their place. A page that did not have them yet computed without them: what it computed
 * is taken out, since the server computes it in any case.
 */
function write(
  form: CompiledForm,
  settled: RecordValues,
  sheet: Sheet,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const key of computedKeys(form.fields.values())) delete settled.fieldsMap[key];
  if (!sheet.table) {
    Object.assign(settled.fieldsMap, values);
    return;
  }
  const { key, columns } = sheet.table;
  const computed = new Set(computedKeys(columns));
  const withoutComputed = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !computed.has(name)));
  settled.childTables[key] = (settled.childTables[key] ?? []).map((row) =>
    row.id === sheet.rowId ? { ...row, fieldsMap: { ...withoutComputed(row.fieldsMap), ...values } } : row,
  );
}

/** The values to be stored, with those of fields that this person does not see. */
export function withHiddenFills(values: RecordValues, { hidden }: SettledRelations): RecordValues {
  if (hidden.length === 0) return values;
  const fieldsMap = { ...values.fieldsMap };
  const childTables = { ...values.childTables };
  for (const { path, values: given } of hidden) {
    const [, table, index] = path;
    if (path[0] === 'fieldsMap') Object.assign(fieldsMap, given);
    else
      childTables[String(table)] = (childTables[String(table)] ?? []).map((row, at) =>
        at === index ? { ...row, fieldsMap: { ...row.fieldsMap, ...given } } : row,
      );
  }
  return { fieldsMap, childTables };
}
