import { filledKeys, relationFills } from '../rules/fills.ts';
import type { Situation } from '../rules/situation.ts';
import type { CompiledColumn, CompiledField, CompiledForm, CompiledTable, Row, Scope } from '../kernel/index.ts';
import { recompute } from './recompute.ts';
import { isSameValue } from './sameValue.ts';

type Values = Readonly<Record<string, unknown>>;

/** After all changes of a sitting and before them, as the person's page has the values. */
export type Moments = readonly [after: Scope, before: Scope];

/**
 * Did this person have a control for the value at this moment? Linkage may change within one sitting: what was open
 * before the changes may be changed, and what these changes open, and so on. What only a forbidden change would open
 * stays shut, and so does a value that would open itself.
 */
const hasControl = ({ permits, linkage }: CompiledField, moment: Scope): boolean =>
  permits(moment) && linkage.every(({ holds, readsClock }) => readsClock || holds(moment));

/** Opens fields round by round: `next` is the moment when all that is open so far has been changed. */
function openedBy(
  fields: Iterable<CompiledField>,
  first: Scope,
  next: (open: ReadonlySet<string>) => Scope,
  fills: (field: CompiledField) => CompiledField[],
): ReadonlySet<string> {
  const open = new Set<string>();
  const take = (field: CompiledField): void => {
    if (open.has(field.key)) return;
    open.add(field.key);
    fills(field).forEach(take);
  };
  let shut = [...fields];
  for (let moment = first, before = -1; before !== open.size; moment = next(open)) {
    before = open.size;
    shut = shut.filter((field) => {
      if (!hasControl(field, moment)) return true;
      take(field);
      return false;
    });
  }
  return open;
}

/** What a call may have filled where: values as they were, null of what is new. */
interface Filling {
  find(key: string): CompiledField | undefined;
  situation: Situation;
  now: Values;
  old: Values | null;
}

/**
 * Fields that this one fills by a call (OD-057), where the person may see them: the call is made when its value changes,
 * and what it answers may come later than a save. What was filled for a value that stands is nobody's to change.
 */
const filledBy = (field: CompiledField, { find, situation, now, old }: Filling): CompiledField[] => {
  const isAsked = old === null || !isSameValue(now[field.key], old[field.key]);
  // what a relation fills can be nothing but its source's value, which the server verifies: it may be brought up to date
  const fills = new Set(relationFills(field.node));
  return filledKeys(field.node).flatMap((key) => {
    const filled = find(key);
    const isDue = isAsked || fills.has(key) || (!field.isEmpty(now[field.key]) && filled?.isEmpty(old[key]) === true);
    return isDue && filled && filled.compute === null && filled.mayRead(situation) ? [filled] : [];
  });
};

/** Keys of the fields that this person may change, those among them which calls fill. */
export function writableKeys(compiled: CompiledForm, [after, before]: Moments): ReadonlySet<string> {
  const { situation } = after;
  const next = (open: ReadonlySet<string>): Scope => {
    const changed = [...compiled.fields.values()].filter(
      ({ key, compute }) => compute === null && !Object.is(after.values[key], before.values[key]),
    );
    if (changed.every(({ key }) => open.has(key))) return after;
    const values = {
      ...before.values,
      ...Object.fromEntries(changed.filter(({ key }) => open.has(key)).map(({ key }) => [key, after.values[key]])),
    };
    return { values: recompute(compiled, values, situation), situation };
  };
  const filling: Filling = {
    find: (key) => compiled.fields.get(key),
    situation,
    now: after.values,
    old: situation.recordId === null ? null : before.values,
  };
  return openedBy(compiled.fields.values(), before, next, (field) => filledBy(field, filling));
}

const rowsById = ({ values }: Scope, key: string): Map<string, Values> =>
  new Map((Array.isArray(values[key]) ? (values[key] as Row[]) : []).map((row) => [row.id, row.fieldsMap]));

/** Columns that say whose a row is. */
const ownersIn = ({ columns }: CompiledTable): string[] =>
  columns.flatMap(({ node }) =>
    node.openCurrentUserCtr === '1' && node.currentUserValue !== undefined ? [node.currentUserValue] : [],
  );

/** May this person change a column of a row? For a table whose key is writable. */
export function writableCells(
  table: CompiledTable,
  [after, before]: Moments,
): (id: string, column: CompiledColumn) => boolean {
  const [rowsAfter, rowsBefore] = [rowsById(after, table.key), rowsById(before, table.key)];
  const owners = ownersIn(table);
  const openIn = (id: string): ReadonlySet<string> => {
    const now = rowsAfter.get(id) ?? {};
    const old = rowsBefore.get(id);
    const fills = (column: CompiledField): CompiledField[] =>
      filledBy(column, {
        find: (key) => table.columns.find((one) => one.key === key),
        situation: after.situation,
        now,
        old: old ?? null,
      });
    if (old === undefined) return openInNew(table, { ...after, row: now, rowId: id, isNewRow: true }, fills);
    // whose row it is, is read from what is stored: nobody takes a row over and edits it in one save
    const owned = Object.fromEntries(owners.map((key) => [key, old[key]]));
    const next = (open: ReadonlySet<string>): Scope => ({
      ...after,
      rowId: id,
      row: { ...old, ...Object.fromEntries([...open].map((key) => [key, now[key]])), ...owned },
    });
    return openedBy(table.columns, { ...before, row: old, rowId: id }, next, fills);
  };
  const known = new Map<string, ReadonlySet<string>>();
  return (id, { key }) => {
    const open = known.get(id) ?? openIn(id);
    known.set(id, open);
    return open.has(key);
  };
}

/** A new row has no state before: what its own columns hide may have been filled in while they did not. */
function openInNew(
  table: CompiledTable,
  moment: Scope,
  fills: (column: CompiledField) => CompiledField[],
): ReadonlySet<string> {
  const permitted = table.columns.filter((column) => column.permits(moment));
  return new Set([...permitted, ...permitted.flatMap(fills)].map(({ key }) => key));
}
