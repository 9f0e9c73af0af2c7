import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FieldNode } from '../../grammar/nodes.ts';
import { fieldsOf, relationOf, type CompiledForm } from '../../kernel/index.ts';
import type { SqlValue } from '../celSql/index.ts';
import type { ServerContext } from '../context.ts';
import { knownForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import {
  queryableCells,
  queryableColumns,
  columnsOf,
  inForceSql,
  neededColumns,
  maskedColumn,
  readableSql,
  recordTable,
  scopeOf,
  timeZone,
  type ListColumn,
} from '../records/index.ts';
import { formRights } from '../rights/index.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';
import { endOf, ROW, type Shape } from './shape.ts';

const ROWS = 'src_row';

/** A value behind a relation, with the joins that lead to it. */
export interface Far {
  value: SqlValue;
  label: RawBuilder<unknown> | null;
  join: RawBuilder<unknown>;
}

/** The columns that a dataset reads of one person's records, and where they stand. */
export interface OpenSource {
  /** The from-clause, relations included. */
  from: RawBuilder<unknown>;
  /** Which of the records this person may read, and which are in force unless the dataset says so itself. */
  where: readonly RawBuilder<SqlBool>[];
  /** The value at the end of a path; null where there is none. */
  read(path: readonly string[]): SqlValue | null;
  /** The stored text beside it. */
  label(path: readonly string[]): RawBuilder<unknown> | null;
  /**
   * What stands at the end of a path through relations, from the id that its first one holds: with the joins that lead there.
   * Null: the path follows no relation of the record itself.
   */
  through(path: readonly string[], key: RawBuilder<unknown>, alias: string): Far | null;
  /** What tells one record from another; of a sub-table the record and the row, with a space between. */
  rowKey: RawBuilder<unknown>;
  /** Whether this person may see records of the form at all, beyond those that are theirs. */
  maySee: boolean;
}

/** A form that is read, and those that its relations lead to. */
interface Stop {
  formKey: string;
  names: Set<string>;
  next: Map<string, Stop>;
}

const stop = (formKey: string): Stop => ({ formKey, names: new Set(), next: new Map() });

/** Follows every path through the forms; relations on the way are read like fields. */
function route(shape: Shape, paths: readonly (readonly string[])[]): { root: Stop; rows: Stop } {
  const root = stop(shape.form.formKey);
  const rows = stop('');
  for (const path of paths) {
    const isRow = path[0] === ROW && shape.table !== null;
    let here = isRow ? rows : root;
    let fields: ReadonlyMap<string, FieldNode> = isRow ? (shape.table?.columns ?? new Map()) : fieldsOf(shape.form);
    for (const [index, name] of (isRow ? path.slice(1) : path).entries()) {
      here.names.add(name);
      const isLast = index === (isRow ? path.length - 2 : path.length - 1);
      const node = fields.get(name);
      const relation = node ? relationOf(node) : null;
      const target = isLast || !relation ? null : shape.formOf(relation.to);
      if (!relation || !target) break;
      const next = here.next.get(name) ?? stop(relation.to);
      here.next.set(name, next);
      here = next;
      fields = fieldsOf(target);
    }
  }
  return { root, rows };
}

/** A column as expressions read it. */
export function sqlValueOf({ kind, value, isSystem }: ListColumn, type: string): SqlValue {
  switch (kind) {
    case 'number':
      return { kind: 'number', sql: value };
    case 'date':
      return { kind: 'date', sql: value };
    case 'timestamp':
      return { kind: 'time', sql: value };
    case 'time':
      return { kind: 'time', sql: isSystem ? sql`(${value} at time zone ${sql.lit(timeZone())})` : value };
    case 'list':
    case 'span':
      return { kind: 'list', sql: value };
    default:
      return type === 'bool'
        ? { kind: 'bool', sql: sql`(${value} in ('1', 'true'))`, isFilled: false }
        : { kind: 'text', sql: value };
  }
}

type Column = (name: string) => ListColumn;

/** A column with the stored text beside it. */
interface Known {
  column: ListColumn;
  label: RawBuilder<unknown> | null;
}

/** The records of a form that a relation leads to, as far as they may be read. */
interface Opened {
  /** The join with the one that has this id. */
  join(alias: string, key: RawBuilder<unknown>): RawBuilder<unknown>;
  column(alias: string, part: string): Known;
}

interface Asking {
  context: ServerContext;
  db: Db;
  user: RequestUser;
  facts: FactReader;
}

/** The form as it is in force, the columns that are asked of it, and which of its records this person may read. */
async function openForm(
  { context, db, user, facts }: Asking,
  formKey: string,
  names: readonly string[],
): Promise<{ form: CompiledForm; version: number; filter: RawBuilder<SqlBool> | null; column: Column }> {
  const { form, version } = await knownForm(context, db, formKey, facts);
  const { definition } = form;
  // without the right to see the form's records none is counted, also not through a relation
  const readable = await readableSql(
    context,
    db,
    user,
    formKey,
    scopeOf(definition, definition.unitReads === '1'),
    facts,
  ).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === '403') return { filter: sql<SqlBool>`false` };
    throw error;
  });
  const columns = await columnsOf(
    db,
    formKey,
    names.flatMap((name) => neededColumns(form, name)),
  );
  const column = await queryableColumns(context, db, user, { formKey, form, version }, names, columns, facts);
  // a field that may not be asked is refused before anything is read
  for (const name of names) refuseByName(form, name, () => column(name));
  return { form, version, filter: readable?.filter ?? null, column: (name) => maskedColumn(column(name)) };
}

/** A refusal names the field as people know it. */
function refuseByName(form: CompiledForm, name: string, ask: () => unknown): void {
  try {
    ask();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'REQUEST_INVALID') throw error;
    const label = form.fields.get(name)?.node.label ?? name;
    throw new Refusal('DATASET_FIELD', { field: label, form: form.definition.formName });
  }
}

/**
 * Opens the records that a dataset reads for one person. A path through relations is a join with the records of the other
 * form that they may read: of one they may not read every value is empty. Refuses with DATASET_FIELD, and the field's
 * name, a field that is hidden from them.
 */
export async function openSource(
  asking: Asking,
  shape: Shape,
  paths: readonly (readonly string[])[],
  namesState: boolean,
): Promise<OpenSource> {
  const { context, db, user, facts } = asking;
  const { root, rows } = route(shape, paths);
  const formKey = root.formKey;
  const own = await openForm(asking, formKey, [...root.names]);
  const joins: RawBuilder<unknown>[] = [];
  const where: RawBuilder<SqlBool>[] = [
    ...(own.filter ? [own.filter] : []),
    ...(namesState ? [] : [inForceSql(own.form.definition)]),
  ];
  const known = new Map<string, Known>();
  const stopsOpened = new Map<string, Opened>();
  const labelOf = (column: ListColumn): RawBuilder<unknown> | null => column.labels[0] ?? null;

  const join = async (stops: Stop, prefix: readonly string[], column: Column): Promise<void> => {
    for (const [name, next] of stops.next) {
      const far = await openForm(asking, next.formKey, [...next.names]);
      const parts = [...next.names].map((part, index) => ({ part, index, column: far.column(part) }));
      const selected = parts.flatMap(({ index, column: one }) => {
        const label = labelOf(one);
        return [
          sql`${sqlValueOf(one, '').sql} as ${sql.id(`c${index}`)}`,
          ...(label ? [sql`${label} as ${sql.id(`l${index}`)}`] : []),
        ];
      });
      const opened: Opened = {
        join: (alias, key) =>
          sql` left join (select ${sql.join([sql`frm_record.id`, ...selected])}
            from ${recordTable(next.formKey)} as frm_record${far.filter ? sql` where ${far.filter}` : sql``}
            ) ${sql.id(alias)} on ${sql.id(alias)}.id = ${key}`,
        column(alias, part) {
          const found = parts.find((one) => one.part === part);
          if (!found) throw new Error(`"${part}" was not opened`);
          // a system time was converted inside
          const value = sql.ref(`${alias}.c${found.index}`);
          const label = labelOf(found.column) ? sql.ref(`${alias}.l${found.index}`) : null;
          return { column: { ...found.column, isSystem: false, value }, label };
        },
      };
      stopsOpened.set([...prefix, name].join('.'), opened);
      const alias = `j${joins.length + 1}`;
      joins.push(opened.join(alias, column(name).value));
      const here = (part: string): ListColumn => opened.column(alias, part).column;
      for (const { part } of parts) known.set([...prefix, name, part].join('.'), opened.column(alias, part));
      await join(next, [...prefix, name], here);
    }
  };

  for (const name of root.names) {
    const column = own.column(name);
    known.set(name, { column, label: labelOf(column) });
  }
  await join(root, [], own.column);
  let from: RawBuilder<unknown> = sql`${recordTable(formKey)} as frm_record`;
  if (shape.table) {
    const { key } = shape.table;
    const columns = await columnsOf(db, formKey);
    const which = { formKey, form: own.form, version: own.version };
    const wanted = { table: key, alias: ROWS, columns };
    const cells = await queryableCells(context, db, user, which, wanted, facts).catch((error: unknown) =>
      refuseTable(error, own.form, key, ''),
    );
    const cell: Column = (name) => {
      try {
        return maskedColumn(cells.cell(name));
      } catch (error) {
        return refuseTable(error, own.form, key, name);
      }
    };
    const table = columns.rows(key, ROWS);
    from = sql`${table?.table} as ${sql.id(ROWS)} join ${from} on frm_record.id = ${sql.ref(`${ROWS}.record_id`)}`;
    if (cells.queryableIn) where.push(cells.queryableIn);
    for (const name of rows.names) {
      const column = cell(name);
      known.set(`${ROW}.${name}`, { column, label: labelOf(column) });
    }
    await join(rows, [ROW], cell);
  }
  const { access } = own.form.definition;
  const maySee = isAdmin(user) || (await formRights(db, user, formKey, access, facts)).has('see');
  return {
    from: sql`${from}${joins.length > 0 ? sql.join(joins, sql``) : sql``}`,
    where,
    rowKey: shape.table
      ? sql`${sql.ref(`${ROWS}.record_id`)} || ' ' || ${sql.ref(`${ROWS}.row_id`)}`
      : sql.ref('frm_record.id'),
    read(path) {
      const found = known.get(path.join('.'));
      const end = endOf(shape, path);
      return found && end ? sqlValueOf(found.column, end.type) : null;
    },
    label: (path) => known.get(path.join('.'))?.label ?? null,
    through(path, key, alias) {
      const end = endOf(shape, path);
      const joined: RawBuilder<unknown>[] = [];
      let from = key;
      let last: Known | null = null;
      for (let depth = 1; depth < path.length; depth += 1) {
        const opened = stopsOpened.get(path.slice(0, depth).join('.'));
        if (!opened) return null;
        joined.push(opened.join(`${alias}_${depth}`, from));
        last = opened.column(`${alias}_${depth}`, path[depth] ?? '');
        from = last.column.value;
      }
      return end && last
        ? { value: sqlValueOf(last.column, end.type), label: last.label, join: sql.join(joined, sql``) }
        : null;
    },
    maySee,
  };
}

function refuseTable(error: unknown, form: CompiledForm, table: string, name: string): never {
  if (!(error instanceof Refusal) || error.code !== 'REQUEST_INVALID') throw error;
  const found = form.tables.get(table);
  const label = found?.columns.find(({ key }) => key === name)?.node.label ?? found?.node.label ?? table;
  throw new Refusal('DATASET_FIELD', { field: label, form: form.definition.formName });
}
