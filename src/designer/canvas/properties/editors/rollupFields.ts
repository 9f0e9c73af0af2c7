import type { CompiledField, CompiledForm } from '../../../../kernel/index.ts';
import { FLOW_STATE_CHOICES } from '../../../../screens/shared/flowState.ts';
import type { FieldInfo } from '../../../flow/panel/design.ts';
import type { Choice } from '../../rules/controlLines.tsx';

/** The functions of a roll-up. */
export const ROLLUP_FUNCTIONS: readonly Choice[] = [
  { value: 'count', label: '条数' },
  { value: 'sum', label: '合计' },
  { value: 'avg', label: '平均' },
  { value: 'max', label: '最大' },
  { value: 'min', label: '最小' },
  { value: 'first', label: '最早一条的值' },
  { value: 'last', label: '最近一条的值' },
  { value: 'list', label: '逐条列出' },
];

/** The functions whose result depends on the order of the records. */
export const ORDER_DEPENDENT_FUNCTIONS: ReadonlySet<string> = new Set(['first', 'last', 'list']);

const isTable = (form: CompiledForm, { key }: CompiledField): boolean => form.tables.has(key);

/**
 * Returns the fields that a roll-up may read: the columns of the sub-table, then the fields of the source record.
 * `isOwnTable`: the sub-table belongs to the form of the roll-up itself; then only its columns can be read.
 */
export function fieldsOfSource(form: CompiledForm, table: string, isOwnTable: boolean): CompiledField[] {
  const columns = table === '' ? [] : [...(form.tables.get(table)?.columns ?? [])];
  if (isOwnTable) return columns;
  const columnKeys = new Set(columns.map(({ key }) => key));
  return [
    ...columns,
    ...[...form.fields.values()].filter((field) => !isTable(form, field) && !columnKeys.has(field.key)),
  ];
}

/** Returns the fields that a function can be applied to. */
export const valueFields = (fields: readonly CompiledField[], fn: string): Choice[] =>
  fields
    .filter(({ valueType }) => (fn === 'sum' || fn === 'avg' ? valueType === 'double' : true))
    .map(({ key, node }) => ({ value: key, label: node.label || key }));

const fieldInfoOf = (path: string, label: string, { key, node, valueType, options }: CompiledField): FieldInfo => ({
  key: `${path}.${key}`,
  label: `${label}${node.label || key}`,
  tag: node.tag,
  type: valueType,
  options: options ?? null,
  columns: null,
});

/**
 * Returns the fields that the condition of a roll-up can read: those of the source record (`it`) and, if a sub-table is
 * aggregated, those of its row (`row`).
 */
export function conditionFields(form: CompiledForm, table: string): FieldInfo[] {
  const columns = table === '' ? [] : [...(form.tables.get(table)?.columns ?? [])];
  return [
    ...columns.map((column) => fieldInfoOf('row', '行 › ', column)),
    ...[...form.fields.values()].filter((field) => !isTable(form, field)).map((field) => fieldInfoOf('it', '', field)),
    {
      key: 'it.flwState',
      label: '流程状态',
      tag: '',
      type: 'string',
      options: [...FLOW_STATE_CHOICES],
      columns: null,
    },
  ];
}
