import { withAttribute, type Attributes, type TableData, type TaskData } from '../model/taskData.ts';

/** The rights on one field at a node; '' if the node does not set them. */
export type Access = '' | 'hidden' | 'read' | 'edit' | 'required';

/** The attributes of a rule for each access. */
const ATTRIBUTES_BY_ACCESS: Readonly<Record<Exclude<Access, ''>, Attributes>> = {
  hidden: { visible: '0' },
  read: { visible: '1', editable: '0' },
  edit: { visible: '1', editable: '1' },
  required: { visible: '1', editable: '1', required: '1' },
};

/** Returns the access that a rule gives. */
export function accessOf(rule: Attributes | undefined): Access {
  if (!rule) return '';
  if (rule.visible === '0') return 'hidden';
  if (rule.required === '1') return 'required';
  if (rule.editable === '1') return 'edit';
  return rule.editable === '0' || rule.visible === '1' ? 'read' : '';
}

/** Returns the rule with another access; its other attributes are kept. Null if only the key is left. */
function withAccess(rule: Attributes, access: Access): Attributes | null {
  const { visible: _visible, editable: _editable, required: _required, ...rest } = rule;
  if (access === '') return Object.keys(rest).length > 1 ? rest : null;
  return { ...rest, ...ATTRIBUTES_BY_ACCESS[access] };
}

/** Returns the rules with another access for the field with this key. */
function withRule(rules: readonly Attributes[], key: string, access: Access): Attributes[] {
  const existing = rules.find((rule) => rule.key === key);
  const next = withAccess(existing ?? { key }, access);
  if (existing)
    return next ? rules.map((rule) => (rule === existing ? next : rule)) : rules.filter((rule) => rule !== existing);
  return next ? [...rules, next] : [...rules];
}

/** Returns the data with another access to a field. */
export const withFieldAccess = (data: TaskData, key: string, access: Access): TaskData => ({
  ...data,
  fields: withRule(data.fields, key, access),
});

/** Returns the data with a changed table; a table without any rule is removed. */
function withChangedTable(data: TaskData, key: string, change: (table: TableData) => TableData): TaskData {
  const existing = data.tables.find(({ attributes }) => attributes.key === key);
  const next = change(existing ?? { attributes: { key }, columns: [] });
  const isEmpty = Object.keys(next.attributes).length <= 1 && next.columns.length === 0;
  if (isEmpty) return { ...data, tables: data.tables.filter((table) => table !== existing) };
  if (!existing) return { ...data, tables: [...data.tables, next] };
  return { ...data, tables: data.tables.map((table) => (table === existing ? next : table)) };
}

/** Returns the data with another access to a sub-table. A sub-table has no access `required`; `edit` is set instead. */
export const withTableAccess = (data: TaskData, key: string, access: Access): TaskData =>
  withChangedTable(data, key, (table) => ({
    ...table,
    attributes: withAccess(table.attributes, access === 'required' ? 'edit' : access) ?? { key },
  }));
/**
 * Returns the data with another right on the rows of a sub-table. `name`: the attribute of the right. `value`: '1',
 * '0', or '' for the default.
 */
export const withRowRight = (data: TaskData, key: string, name: string, value: string): TaskData =>
  withChangedTable(data, key, (table) => ({ ...table, attributes: withAttribute(table.attributes, name, value) }));
/** Returns the data with another access to a column of a sub-table. */
export const withColumnAccess = (data: TaskData, key: string, column: string, access: Access): TaskData =>
  withChangedTable(data, key, (table) => ({ ...table, columns: withRule(table.columns, column, access) }));

/** Returns the number of fields and tables for which a node has rules. */
export const ruleCount = ({ fields, tables }: TaskData): number => fields.length + tables.length;
