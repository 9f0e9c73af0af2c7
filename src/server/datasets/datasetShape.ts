import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import {
  columnNodes,
  isFieldNode,
  isTableNode,
  relationOf,
  valueTypeOf,
  type FormDefinition,
  type Vocabulary,
} from '../../kernel/index.ts';
import { endOfPath, fieldsOf, RECORD_COLUMNS, type FormLookup } from '../../relations/index.ts';
import type { DatasetDefinition } from '../../domain/dataset.ts';
import type { ExpressionTypes, ValueType } from '../../expressions/index.ts';
import { pathsIn } from '../celSql/index.ts';

/** First name of a path that leads into the rows of the dataset's sub-table. */
export const ROW_NAME = 'row';

/**
 * The forms that a dataset reads: its form, the sub-table (null: the records themselves), and the forms at the end of
 * relations.
 */
export interface DatasetShape {
  form: FormDefinition;
  table: { key: string; columns: ReadonlyMap<string, FieldNode> } | null;
  /** The parameters of the dataset, as nodes. */
  params: readonly AnyNode[];
  /** Returns the related form with this key. */
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

/**
 * The end of a path: its field and the type of the value. `node`: null for a system column; `name`: key of the field,
 * or name of the system column.
 */
export interface PathEnd {
  node: FieldNode | null;
  name: string;
  type: ValueType;
}

/** Returns the form and the sub-table that `from` names. */
export function sourceOf({ from }: Pick<DatasetDefinition, 'from'>): { formKey: string; tableKey: string | null } {
  const [formKey = '', tableKey = null] = from.split('.');
  return { formKey, tableKey };
}

/** Returns the shape of a dataset; null if the form lacks the sub-table that the dataset names. */
export function shapeOf(
  definition: DatasetDefinition,
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): DatasetShape | null {
  const { tableKey } = sourceOf(definition);
  const node = tableKey === null ? undefined : fieldsOf(form).get(tableKey);
  if (tableKey !== null && (!node || !isTableNode(node))) return null;
  const table =
    tableKey !== null && node && isTableNode(node)
      ? { key: tableKey, columns: new Map(columnNodes(node).map((column) => [column.__vModel__, column])) }
      : null;
  return { form, table, params: definition.params, formOf, vocabulary };
}

/**
 * Returns the end of a path of names, which starts at the record or, after `row`, at a row of the dataset's sub-table;
 * null if the path does not exist.
 */
export function endOfDatasetPath(
  { form, table, formOf, vocabulary }: DatasetShape,
  path: readonly string[],
): PathEnd | null {
  const [firstName, columnKey, ...remainingNames] = path;
  if (firstName !== ROW_NAME || !table) return endOfPath(form, path, formOf, vocabulary);
  const node = columnKey === undefined ? undefined : table.columns.get(columnKey);
  if (!node || columnKey === undefined || isTableNode(node)) return null;
  if (remainingNames.length === 0) return { node, name: columnKey, type: valueTypeOf(node, vocabulary) };
  const relation = relationOf(node);
  const relatedForm = relation && !relation.isMultiple ? formOf(relation.to) : null;
  return relatedForm && endOfPath(relatedForm, remainingNames, formOf, vocabulary);
}

/** Types of the values of the current person, which an expression reads as `user.`. */
export const USER_TYPES = { id: 'string', name: 'string', roles: 'list', dept: 'string', unit: 'string' } as const;

interface TypeTree {
  [name: string]: TypeTree | ValueType;
}

const asTypes = (branch: TypeTree): ExpressionTypes =>
  Object.fromEntries(
    Object.entries(branch).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : { fields: asTypes(value) },
    ]),
  );

/**
 * Returns the types of the names that an expression (`text`) of a dataset may use: fields and system columns of the
 * record, `row.`, `params.`, `user.`. A path through a relation has the type of the field at its end; only the paths in
 * the text are included.
 */
export function typesFor(shape: DatasetShape, text: string): ExpressionTypes {
  const { form, table, params, vocabulary } = shape;
  const names: TypeTree = { ...RECORD_COLUMNS };
  for (const [key, node] of fieldsOf(form)) if (!isTableNode(node)) names[key] = valueTypeOf(node, vocabulary);
  if (table)
    names[ROW_NAME] = Object.fromEntries([...table.columns].map(([key, node]) => [key, valueTypeOf(node, vocabulary)]));
  for (const path of pathsIn(text)) {
    const end = path.length > 1 ? endOfDatasetPath(shape, path) : null;
    if (!end) continue;
    let currentBranch = names;
    for (const name of path.slice(0, -1)) {
      const next = currentBranch[name];
      const branch: TypeTree = typeof next === 'object' ? next : {};
      currentBranch[name] = branch;
      currentBranch = branch;
    }
    currentBranch[path[path.length - 1] as string] = end.type;
  }
  return {
    ...asTypes(names),
    params: {
      fields: Object.fromEntries(
        params.filter(isFieldNode).map((node) => [node.__vModel__, valueTypeOf(node, vocabulary)]),
      ),
    },
    user: { fields: USER_TYPES },
  };
}

/** Returns whether a path is below `params` or `user`. Their values are known before the SQL statement runs. */
export const isContextPath = (path: readonly string[]): boolean => path[0] === 'params' || path[0] === 'user';
