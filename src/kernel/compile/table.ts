import type { AnyNode, FieldNode, NodeByTag } from '../../grammar/nodes.ts';
import { hasSelectorForSuperRole, isColumnEditable, isColumnRequired, isColumnVisible } from '../../rules/columns.ts';
import type { DefaultRowsConfig } from '../../rules/defaultRows.ts';
import { mayAddRow, mayCopyRow, mayEditRow, mayOrderRows, mayRemoveRow } from '../../rules/tables.ts';
import type { ExpressionTypes } from '../../expressions/index.ts';
import { type Problem, problem, underPath } from '../../domain/problem/index.ts';
import { hasCompanion } from '../check/form.ts';
import type { CompiledColumn, CompiledField, CompiledTable, Row, Scope } from '../form.ts';
import { isFieldNode, isOperationColumn } from '../nodes.ts';
import { fillPlaceholders, placeholderValuesOf } from '../placeholders.ts';
import { fillersAmong, type RowFill } from '../relation.ts';
import { compileField, fieldPermissions, NO_OUTER_CONDITIONS, type FieldContext, type Permissions } from './field.ts';
import type { ComparedField } from './validate.ts';
import { readerOf } from './closures.ts';
import { uniqueText } from '../unique.ts';

/**
 * ED-001, SL-008…010: returns the permissions of a table. Permission to edit, add, copy, remove or order rows counts as
 * permission to change the table; so does the super role's permission to change a selector in a row (ED-005).
 */
const tablePermissions = (table: NodeByTag['subTable']): Permissions => ({
  ...fieldPermissions(table),
  mayWrite: ({ situation }) =>
    [mayEditRow, mayAddRow, mayCopyRow, mayRemoveRow, mayOrderRows].some((rule) => rule(table, situation)) ||
    hasSelectorForSuperRole(table, (table.children as AnyNode[]).filter(isFieldNode), situation),
});

const columnPermissions = (column: FieldNode, table: NodeByTag['subTable']): Permissions => ({
  mayRead: (situation) => isColumnVisible(column, table, situation),
  mayWrite: ({ situation, row = {}, rowId, isNewRow = false }) =>
    isColumnEditable(column, { table, row, rowId, isNewRow }, situation),
  isRequired: (situation) => isColumnRequired(column, table, situation),
});

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Row).fieldsMap === 'object' &&
  (value as Row).fieldsMap !== null;

/** Returns the scope for the rights on a row. A row that is not stored yet counts as added by this person. */
const rowScopeOf = (table: string, row: Row, scope: Scope): Scope => ({
  ...scope,
  row: row.fieldsMap,
  rowId: row.id,
  isNewRow: scope.storedValues?.(table, row.id) === undefined,
});

/** Returns the problems of all cells that this person may fill. `table`: the key of the table. */
function validateCells(table: string, columns: readonly CompiledColumn[], rows: unknown, scope: Scope): Problem[] {
  if (!Array.isArray(rows)) return [];
  const problems: Problem[] = [];
  rows.forEach((row: unknown, index) => {
    if (!isRow(row)) return;
    const rowScope = rowScopeOf(table, row, scope);
    for (const column of columns) {
      // only cells that this person may fill are checked; in a row that is not stored yet, these are the cells that a
      // person who adds a row may fill
      if (!column.access(rowScope).editable) continue;
      const cellProblems = column.validate(row.fieldsMap[column.key], rowScope);
      if (cellProblems.length > 0) problems.push(...underPath([index, column.key], cellProblems));
    }
  });
  return problems;
}

/** Returns the checksum (FNV-1a, 32 bits) of a text, as text. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * SC-012: returns the default rows that the document contains (`defaultTbData`: maps of values, or rows). The id of a
 * row is made from its values in the document and, for equal values, their count. It is the same in every new record,
 * so that the rows of a draft match the default rows when the form is reopened.
 */
function defaultRows(table: NodeByTag['subTable'], { values, situation }: Scope): Row[] {
  const counts = new Map<string, number>();
  return (table.defaultTbData ?? []).map((item) => {
    const rowValues = isRow(item) ? item.fieldsMap : (item as Record<string, unknown>);
    const hash = checksum(JSON.stringify(rowValues));
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return {
      id: `default-${hash}-${count}`,
      fieldsMap: fillPlaceholders({ ...rowValues }, placeholderValuesOf(situation, values)),
    };
  });
}

/** Returns the keys of the columns that store no display text. */
const columnsWithoutText = ({ children }: NodeByTag['subTable'], { vocabulary }: FieldContext): string[] =>
  (children as AnyNode[])
    .filter(isFieldNode)
    .filter((column) => !hasCompanion(column, vocabulary))
    .map((column) => column.__vModel__);

/**
 * Returns the node of a sub-table that a relation fills, with the request for its rows. The rows are loaded and
 * replaced like default rows that depend on the relation. In a form without a process, a stored record is already in
 * use. If its table is empty, somebody has removed the rows, so they are loaded again only after a change of the
 * relation.
 */
function withRowSource(
  node: NodeByTag['subTable'],
  { relation, to, from, columns, texts }: RowFill,
  hasProcess: boolean,
): NodeByTag['subTable'] & DefaultRowsConfig {
  return {
    ...node,
    defaultTbDataResourceApi: `/relation/rows/${to}`,
    defaultTbDataResourceApiType: 'POST',
    defaultTbDataResourceApiParams: { id: `\${${relation}}`, from, columns, texts },
    defaultTbDataDependKey: relation,
    defaultTbDataApiDataHashInfo: Object.fromEntries(Object.keys(columns).map((key) => [key, key])),
    onlyNewRecordsLoad: !hasProcess,
  };
}

/**
 * Compiles a sub-table and its columns. In expressions of the columns, a name means the column of the row with this
 * key; if there is none, the field of the form. `rowTypes`: types of these names.
 */
export function compileTable(
  documentNode: NodeByTag['subTable'],
  rowTypes: ExpressionTypes,
  context: FieldContext,
): CompiledTable {
  const fill = context.rowFill ? { ...context.rowFill, texts: columnsWithoutText(documentNode, context) } : null;
  const node = fill ? withRowSource(documentNode, fill, context.hasProcess === true) : documentNode;
  const tableField: CompiledField<NodeByTag['subTable']> = compileField(node, tablePermissions(node), context);
  const children = node.children as AnyNode[];
  const columnByKey = new Map(children.filter(isFieldNode).map((column) => [column.__vModel__, column]));
  const columnKeys = new Set(columnByKey.keys());
  const comparedFieldOf = (key: string): ComparedField | undefined => {
    const column = columnByKey.get(key);
    return column
      ? { label: column.label || key, mayRead: columnPermissions(column, node).mayRead }
      : context.comparedFieldOf(key);
  };
  const columnContext: FieldContext = {
    ...context,
    types: rowTypes,
    reader: readerOf(context.fieldKeys, columnKeys),
    outerConditions: NO_OUTER_CONDITIONS,
    rowNames: columnKeys,
    tableKey: node.__vModel__,
    comparedFieldOf,
  };
  const relationByFilledColumn = new Map([
    ...Object.keys(fill?.columns ?? {}).map((key) => [key, fill?.relation ?? ''] as const),
    ...fillersAmong(children.filter(isFieldNode)),
  ]);
  const columns = children.flatMap((child, index) =>
    isFieldNode(child)
      ? [
          compileField(child, columnPermissions(child, node), {
            ...columnContext,
            path: [...context.path, 'children', index],
            ...(relationByFilledColumn.has(child.__vModel__)
              ? { filler: relationByFilledColumn.get(child.__vModel__) as string }
              : {}),
          }),
        ]
      : [],
  );
  return {
    ...tableField,
    columns,
    operations: children.find(isOperationColumn) ?? null,
    rowFill: fill,
    validate: (value, scope) => [
      ...tableField.validate(value, scope),
      ...validateCells(node.__vModel__, columns, value, scope),
      ...validateUniqueCells(node.__vModel__, columns, value, scope),
    ],
    initial: (scope) => defaultRows(node, scope),
  };
}

const valuesOf = (row: unknown): Readonly<Record<string, unknown>> =>
  (row as { fieldsMap?: Record<string, unknown> } | null)?.fieldsMap ?? {};

/**
 * Returns a problem for each value of a `unique` column that an earlier row of the table already contains in this
 * column. A problem is only returned if this person may fill the cell in one of the two rows.
 */
function validateUniqueCells(
  table: string,
  columns: readonly CompiledColumn[],
  rows: unknown,
  scope: Scope,
): Problem[] {
  if (!Array.isArray(rows)) return [];
  return columns
    .filter(({ node }) => node.unique !== undefined && node.unique !== false)
    .flatMap((column) => {
      const firstIndexByText = new Map<string, number>();
      const mayWrite = (index: number): boolean => {
        const row: unknown = rows[index];
        return isRow(row) && column.access(rowScopeOf(table, row, scope)).editable;
      };
      return rows.flatMap((row: unknown, index) => {
        const text = uniqueText(valuesOf(row)[column.key]);
        if (text === null) return [];
        const earlierIndex = firstIndexByText.get(text);
        if (earlierIndex === undefined) {
          firstIndexByText.set(text, index);
          return [];
        }
        if (!mayWrite(index) && !mayWrite(earlierIndex)) return [];
        return [
          problem('VALUE_REPEATED', [index, column.key], {
            label: column.node.label || column.key,
            row: earlierIndex + 1,
          }),
        ];
      });
    });
}
