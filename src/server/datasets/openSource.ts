import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FieldNode } from '../../grammar/nodes.ts';
import { fieldsOf } from '../../relations/index.ts';
import { relationOf, type CompiledForm } from '../../kernel/index.ts';
import { joinedIds, type SqlValue } from '../celSql/index.ts';
import type { ServerContext } from '../context.ts';
import { loadFormWithFacts } from '../documents/index.ts';
import { Refusal, unlessRefused } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
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
import { endOfDatasetPath, ROW_NAME, type DatasetShape } from './datasetShape.ts';

const ROWS_ALIAS = 'src_row';

/** A value that is read through relations, with the joins that it needs. */
export interface RelatedValue {
  value: SqlValue;
  /** The stored display text of the value; null: none is stored. */
  label: RawBuilder<unknown> | null;
  join: RawBuilder<unknown>;
}

/** The records that a dataset reads with one person's rights, as SQL. */
export interface CheckedSource {
  /** The from-clause, including relations. */
  from: RawBuilder<unknown>;
  /**
   * Conditions: this person may read the record and, unless the dataset's condition reads the state, the record is in
   * force.
   */
  where: readonly RawBuilder<SqlBool>[];
  /** Returns the value of a path; null for an unknown path. */
  read(path: readonly string[]): SqlValue | null;
  /** Returns the stored display text of the value of a path; null if there is none. */
  label(path: readonly string[]): RawBuilder<unknown> | null;
  /**
   * Returns the value of a path through relations, and the joins that it needs. `key`: the id that the path's first
   * field contains. `alias`: prefix of the aliases in the joins. Null if the path does not follow a relation of the
   * record itself.
   */
  readThrough(path: readonly string[], key: RawBuilder<unknown>, alias: string): RelatedValue | null;
  /** Unique key of a record; for a sub-table the ids of the record and the row, separated by a space. */
  rowKey: RawBuilder<unknown>;
  /** True if this person may see records of the form beyond their own. */
  maySee: boolean;
  /** True if this person may export records of the form, and therefore figures over these records. */
  mayExport: boolean;
}

/**
 * A form that the paths lead through. `names`: fields and system columns that are read from it; `relatedForms`: the
 * forms to which its relations lead, by the key of the relation.
 */
interface FormNode {
  formKey: string;
  names: Set<string>;
  relatedForms: Map<string, FormNode>;
}

const createNode = (formKey: string): FormNode => ({ formKey, names: new Set(), relatedForms: new Map() });

/**
 * Collects the forms and fields that the paths read, including the relation fields that they follow. `root`: the form
 * of the dataset; `rows`: the sub-table of the dataset, empty if it has none.
 */
function collectForms(shape: DatasetShape, paths: readonly (readonly string[])[]): { root: FormNode; rows: FormNode } {
  const root = createNode(shape.form.formKey);
  const rows = createNode('');
  for (const path of paths) {
    const isRow = path[0] === ROW_NAME && shape.table !== null;
    let currentNode = isRow ? rows : root;
    let fields: ReadonlyMap<string, FieldNode> = isRow ? (shape.table?.columns ?? new Map()) : fieldsOf(shape.form);
    for (const [index, name] of (isRow ? path.slice(1) : path).entries()) {
      currentNode.names.add(name);
      const isLast = index === (isRow ? path.length - 2 : path.length - 1);
      const node = fields.get(name);
      const relation = node ? relationOf(node) : null;
      const target = isLast || !relation ? null : shape.formOf(relation.to);
      if (!relation || !target) break;
      const relatedForm = currentNode.relatedForms.get(name) ?? createNode(relation.to);
      currentNode.relatedForms.set(name, relatedForm);
      currentNode = relatedForm;
      fields = fieldsOf(target);
    }
  }
  return { root, rows };
}

/**
 * Converts a column of a record list into a value for expressions. `type`: type of the field in expressions; '' if only
 * the SQL of the value is needed.
 */
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
      return type === 'string' ? { kind: 'text', sql: joinedIds(value) } : { kind: 'list', sql: value };
    default:
      return type === 'bool'
        ? { kind: 'bool', sql: sql`(${value} in ('1', 'true'))`, isNeverNull: false }
        : { kind: 'text', sql: value };
  }
}

type ColumnReader = (name: string) => ListColumn;

/** A column with its stored display text. */
interface LabelledColumn {
  column: ListColumn;
  label: RawBuilder<unknown> | null;
}

/** A related form, restricted to the records that the person may read, as a subquery to join. */
interface OpenedForm {
  /** Returns the join with the record that has this id. */
  join(alias: string, key: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Returns a column of the joined subquery. */
  column(alias: string, name: string): LabelledColumn;
}

interface OpenContext {
  context: ServerContext;
  db: Db;
  user: RequestUser;
  facts: FactReader;
}

/**
 * Loads the published form with one person's rights. `filter`: condition for the records that this person may read;
 * null: all records. `column`: returns one of the columns `names`. Refuses with DATASET_FIELD if one of them is hidden
 * from the person.
 */
async function openForm(
  { context, db, user, facts }: OpenContext,
  formKey: string,
  names: readonly string[],
): Promise<{ form: CompiledForm; version: number; filter: RawBuilder<SqlBool> | null; column: ColumnReader }> {
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const { definition } = form;
  // without the right to see the form, no record may be read, not even through a relation
  const readableCondition = await unlessRefused(
    readableSql(context, db, user, formKey, scopeOf(definition, definition.unitReads === '1'), facts),
    ['403'],
    { filter: sql<SqlBool>`false` },
  );
  const columns = await columnsOf(
    db,
    formKey,
    names.flatMap((name) => neededColumns(form, name)),
  );
  const column = await queryableColumns(context, db, user, { formKey, form, version }, names, columns, facts);
  // refuse fields that are hidden from this person before anything is read
  for (const name of names) refuseHiddenField(form, name, () => column(name));
  return { form, version, filter: readableCondition?.filter ?? null, column: (name) => maskedColumn(column(name)) };
}

/** Calls `readColumn` and converts its refusal of a hidden field into DATASET_FIELD with the field's label. */
function refuseHiddenField(form: CompiledForm, name: string, readColumn: () => unknown): void {
  try {
    readColumn();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'REQUEST_INVALID') throw error;
    const label = form.fields.get(name)?.node.label ?? name;
    throw new Refusal('DATASET_FIELD', { field: label, form: form.definition.formName });
  }
}

/**
 * Returns the records that a dataset reads for one person, as SQL. A path through relations becomes a left join with
 * those records of the related form that the person may read; if the person may not read the related record, its values
 * are empty. `readsState`: the dataset's condition reads the state; then records need not be in force.
 * Refuses with DATASET_FIELD and the field's label if a field is hidden from the person.
 */
export async function openSource(
  openContext: OpenContext,
  shape: DatasetShape,
  paths: readonly (readonly string[])[],
  readsState: boolean,
): Promise<CheckedSource> {
  const { context, db, user, facts } = openContext;
  const { root, rows } = collectForms(shape, paths);
  const formKey = root.formKey;
  const openedRoot = await openForm(openContext, formKey, [...root.names]);
  const joins: RawBuilder<unknown>[] = [];
  const where: RawBuilder<SqlBool>[] = [
    ...(openedRoot.filter ? [openedRoot.filter] : []),
    ...(readsState ? [] : [inForceSql(openedRoot.form.definition)]),
  ];
  const columnsByPath = new Map<string, LabelledColumn>();
  const openedForms = new Map<string, OpenedForm>();
  const labelOf = (column: ListColumn): RawBuilder<unknown> | null => column.labels[0] ?? null;

  const addJoins = async (node: FormNode, prefix: readonly string[], column: ColumnReader): Promise<void> => {
    for (const [name, relatedForm] of node.relatedForms) {
      const target = await openForm(openContext, relatedForm.formKey, [...relatedForm.names]);
      const readColumns = [...relatedForm.names].map((name, index) => ({ name, index, column: target.column(name) }));
      const selectedColumns = readColumns.flatMap(({ index, column: listColumn }) => {
        const label = labelOf(listColumn);
        return [
          sql`${sqlValueOf(listColumn, '').sql} as ${sql.id(`c${index}`)}`,
          ...(label ? [sql`${label} as ${sql.id(`l${index}`)}`] : []),
        ];
      });
      const openedForm: OpenedForm = {
        join: (alias, key) =>
          sql` left join (select ${sql.join([sql`frm_record.id`, ...selectedColumns])}
            from ${recordTable(relatedForm.formKey)} as frm_record${target.filter ? sql` where ${target.filter}` : sql``}
            ) ${sql.id(alias)} on ${sql.id(alias)}.id = ${key}`,
        column(alias, columnName) {
          const readColumn = readColumns.find((candidate) => candidate.name === columnName);
          if (!readColumn) throw new Error(`"${columnName}" was not opened`);
          // `isSystem: false`: the subquery has already converted a system time to the time zone
          const value = sql.ref(`${alias}.c${readColumn.index}`);
          const label = labelOf(readColumn.column) ? sql.ref(`${alias}.l${readColumn.index}`) : null;
          return { column: { ...readColumn.column, isSystem: false, value }, label };
        },
      };
      openedForms.set([...prefix, name].join('.'), openedForm);
      const alias = `j${joins.length + 1}`;
      joins.push(openedForm.join(alias, column(name).value));
      const columnOf = (columnName: string): ListColumn => openedForm.column(alias, columnName).column;
      for (const { name: columnName } of readColumns)
        columnsByPath.set([...prefix, name, columnName].join('.'), openedForm.column(alias, columnName));
      await addJoins(relatedForm, [...prefix, name], columnOf);
    }
  };

  for (const name of root.names) {
    const column = openedRoot.column(name);
    columnsByPath.set(name, { column, label: labelOf(column) });
  }
  await addJoins(root, [], openedRoot.column);
  let from: RawBuilder<unknown> = sql`${recordTable(formKey)} as frm_record`;
  if (shape.table) {
    const { key } = shape.table;
    const columns = await columnsOf(db, formKey);
    const formVersion = { formKey, form: openedRoot.form, version: openedRoot.version };
    const rowSource = { table: key, alias: ROWS_ALIAS, columns };
    const cells = await queryableCells(context, db, user, formVersion, rowSource, facts).catch((error: unknown) =>
      refuseTable(error, openedRoot.form, key, ''),
    );
    const cell: ColumnReader = (name) => {
      try {
        return maskedColumn(cells.cell(name));
      } catch (error) {
        return refuseTable(error, openedRoot.form, key, name);
      }
    };
    const table = columns.rows(key, ROWS_ALIAS);
    from = sql`${table?.table} as ${sql.id(ROWS_ALIAS)} join ${from} on frm_record.id = ${sql.ref(`${ROWS_ALIAS}.record_id`)}`;
    if (cells.queryableCondition) where.push(cells.queryableCondition);
    for (const name of rows.names) {
      const column = cell(name);
      columnsByPath.set(`${ROW_NAME}.${name}`, { column, label: labelOf(column) });
    }
    await addJoins(rows, [ROW_NAME], cell);
  }
  const { access } = openedRoot.form.definition;
  const rights = await formRights(db, user, formKey, access, facts);
  return {
    from: sql`${from}${joins.length > 0 ? sql.join(joins, sql``) : sql``}`,
    where,
    rowKey: shape.table
      ? sql`${sql.ref(`${ROWS_ALIAS}.record_id`)} || ' ' || ${sql.ref(`${ROWS_ALIAS}.row_id`)}`
      : sql.ref('frm_record.id'),
    read(path) {
      const labelledColumn = columnsByPath.get(path.join('.'));
      const end = endOfDatasetPath(shape, path);
      return labelledColumn && end ? sqlValueOf(labelledColumn.column, end.type) : null;
    },
    label: (path) => columnsByPath.get(path.join('.'))?.label ?? null,
    readThrough(path, key, alias) {
      const end = endOfDatasetPath(shape, path);
      const joinClauses: RawBuilder<unknown>[] = [];
      let currentKey = key;
      let lastColumn: LabelledColumn | null = null;
      for (let depth = 1; depth < path.length; depth += 1) {
        const openedForm = openedForms.get(path.slice(0, depth).join('.'));
        if (!openedForm) return null;
        joinClauses.push(openedForm.join(`${alias}_${depth}`, currentKey));
        lastColumn = openedForm.column(`${alias}_${depth}`, path[depth] ?? '');
        currentKey = lastColumn.column.value;
      }
      return end && lastColumn
        ? {
            value: sqlValueOf(lastColumn.column, end.type),
            label: lastColumn.label,
            join: sql.join(joinClauses, sql``),
          }
        : null;
    },
    maySee: rights.has('see'),
    mayExport: rights.has('export'),
  };
}

/**
 * Converts the refusal of a hidden sub-table or column into DATASET_FIELD with its label. Throws other errors again.
 */
function refuseTable(error: unknown, form: CompiledForm, table: string, name: string): never {
  if (!(error instanceof Refusal) || error.code !== 'REQUEST_INVALID') throw error;
  const tableField = form.tables.get(table);
  const label = tableField?.columns.find(({ key }) => key === name)?.node.label ?? tableField?.node.label ?? table;
  throw new Refusal('DATASET_FIELD', { field: label, form: form.definition.formName });
}
