import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import {
  columnNodes,
  endOfPath,
  fieldsOf,
  isFieldNode,
  isTableNode,
  RECORD_COLUMNS,
  relationOf,
  valueTypeOf,
  type DatasetDefinition,
  type ExpressionTypes,
  type FormDefinition,
  type FormLookup,
  type ValueType,
  type Vocabulary,
} from '../../kernel/index.ts';
import { pathsIn } from '../celSql/index.ts';

/** The first part of a path into the rows of the sub-table that a dataset reads. */
export const ROW = 'row';

/** What a dataset reads: its form, the sub-table (null: the records themselves), and the forms that relations lead to. */
export interface Shape {
  form: FormDefinition;
  table: { key: string; columns: ReadonlyMap<string, FieldNode> } | null;
  params: readonly AnyNode[];
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

/** Where a path ends: its field (null: a system column) and the type of its value. */
export interface End {
  node: FieldNode | null;
  name: string;
  type: ValueType;
}

/** The form and the sub-table that `from` names. */
export function sourceOf({ from }: Pick<DatasetDefinition, 'from'>): { formKey: string; tableKey: string | null } {
  const [formKey = '', tableKey = null] = from.split('.');
  return { formKey, tableKey };
}

/** Null: the form has no such sub-table. */
export function shapeOf(
  definition: DatasetDefinition,
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): Shape | null {
  const { tableKey } = sourceOf(definition);
  const node = tableKey === null ? undefined : fieldsOf(form).get(tableKey);
  if (tableKey !== null && (!node || !isTableNode(node))) return null;
  const table =
    tableKey !== null && node && isTableNode(node)
      ? { key: tableKey, columns: new Map(columnNodes(node).map((column) => [column.__vModel__, column])) }
      : null;
  return { form, table, params: definition.params, formOf, vocabulary };
}

/** The end of a path of names; null where it leads nowhere. */
export function endOf({ form, table, formOf, vocabulary }: Shape, path: readonly string[]): End | null {
  const [first, name, ...rest] = path;
  if (first !== ROW || !table) return endOfPath(form, path, formOf, vocabulary);
  const node = name === undefined ? undefined : table.columns.get(name);
  if (!node || name === undefined || isTableNode(node)) return null;
  if (rest.length === 0) return { node, name, type: valueTypeOf(node, vocabulary) };
  const relation = relationOf(node);
  const next = relation && !relation.isMultiple ? formOf(relation.to) : null;
  return next && endOfPath(next, rest, formOf, vocabulary);
}

/** Names around the records: who asks. */
export const USER_TYPES = { id: 'string', name: 'string', roles: 'list', dept: 'string', unit: 'string' } as const;

interface Branch {
  [name: string]: Branch | ValueType;
}

const asTypes = (branch: Branch): ExpressionTypes =>
  Object.fromEntries(
    Object.entries(branch).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : { fields: asTypes(value) },
    ]),
  );

/**
 * The names that an expression of a dataset may use: fields of the record, `row.`, `params.`, `user.`. What stands behind a
 * relation has the type of the field where the path ends, so that it is judged like the record's own.
 */
export function typesFor(shape: Shape, text: string): ExpressionTypes {
  const { form, table, params, vocabulary } = shape;
  const names: Branch = { ...RECORD_COLUMNS };
  for (const [key, node] of fieldsOf(form)) if (!isTableNode(node)) names[key] = valueTypeOf(node, vocabulary);
  if (table)
    names[ROW] = Object.fromEntries([...table.columns].map(([key, node]) => [key, valueTypeOf(node, vocabulary)]));
  for (const path of pathsIn(text)) {
    const end = path.length > 1 ? endOf(shape, path) : null;
    if (!end) continue;
    let here = names;
    for (const part of path.slice(0, -1)) {
      const next = here[part];
      const branch: Branch = typeof next === 'object' ? next : {};
      here[part] = branch;
      here = branch;
    }
    here[path[path.length - 1] as string] = end.type;
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

/** Names that stand around the records, whose values are known before the statement runs. */
export const isAround = (path: readonly string[]): boolean => path[0] === 'params' || path[0] === 'user';
