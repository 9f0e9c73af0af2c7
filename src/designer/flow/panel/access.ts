import { withAttribute, type Attributes, type TableData, type TaskData } from '../model/taskData.ts';

/** What a person may do with one field at a node; '' where the node does not say. */
export type Access = '' | 'hidden' | 'read' | 'edit' | 'required';

const FLAGS: Readonly<Record<Exclude<Access, ''>, Attributes>> = {
  hidden: { visible: '0' },
  read: { visible: '1', editable: '0' },
  edit: { visible: '1', editable: '1' },
  required: { visible: '1', editable: '1', required: '1' },
};

export function accessOf(rule: Attributes | undefined): Access {
  if (!rule) return '';
  if (rule.visible === '0') return 'hidden';
  if (rule.required === '1') return 'required';
  if (rule.editable === '1') return 'edit';
  return rule.editable === '0' || rule.visible === '1' ? 'read' : '';
}

/** The rule with another access; what else it says stays. Null when nothing is left. */
function withAccess(rule: Attributes, access: Access): Attributes | null {
  const { visible: _visible, editable: _editable, required: _required, ...rest } = rule;
  if (access === '') return Object.keys(rest).length > 1 ? rest : null;
  return { ...rest, ...FLAGS[access] };
}

function listWith(rules: readonly Attributes[], key: string, access: Access): Attributes[] {
  const known = rules.find((rule) => rule.key === key);
  const next = withAccess(known ?? { key }, access);
  if (known) return next ? rules.map((rule) => (rule === known ? next : rule)) : rules.filter((rule) => rule !== known);
  return next ? [...rules, next] : [...rules];
}

export const withField = (data: TaskData, key: string, access: Access): TaskData => ({
  ...data,
  fields: listWith(data.fields, key, access),
});

function tablesWith(data: TaskData, key: string, change: (table: TableData) => TableData): TaskData {
  const known = data.tables.find(({ attributes }) => attributes.key === key);
  const next = change(known ?? { attributes: { key }, columns: [] });
  const isEmpty = Object.keys(next.attributes).length <= 1 && next.columns.length === 0;
  const others = data.tables.map((table) => (table === known ? next : table));
  return {
    ...data,
    tables: isEmpty ? data.tables.filter((table) => table !== known) : known ? others : [...others, next],
  };
}

export const withTable = (data: TaskData, key: string, access: Access): TaskData =>
  tablesWith(data, key, (table) => ({
    ...table,
    attributes: withAccess(table.attributes, access === 'required' ? 'edit' : access) ?? { key },
  }));
export const withTableFlag = (data: TaskData, key: string, name: string, value: string): TaskData =>
  tablesWith(data, key, (table) => ({ ...table, attributes: withAttribute(table.attributes, name, value) }));
export const withColumn = (data: TaskData, key: string, column: string, access: Access): TaskData =>
  tablesWith(data, key, (table) => ({ ...table, columns: listWith(table.columns, column, access) }));

/** How many places a node says something of. */
export const ruleCount = ({ fields, tables }: TaskData): number => fields.length + tables.length;
