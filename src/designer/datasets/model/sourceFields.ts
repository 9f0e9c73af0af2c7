import type { FieldNode } from '../../../grammar/nodes.ts';
import {
  columnNodes,
  isTableNode,
  relationOf,
  valueTypeOf,
  type CompiledForm,
  type Option,
  type Vocabulary,
} from '../../../kernel/index.ts';
import { columnKind } from '../../../records/index.ts';

/** The kind of a field; it determines the possible measures, groups and filters. */
export type FieldKind = 'number' | 'date' | 'choice' | 'yesNo' | 'text' | 'person' | 'dept' | 'relation';

/** A field of the form of a dataset, or of a form that is reached through relations. */
export interface SourceField {
  /** Path of the field in expressions: `signDate`, `project.deptId`, `row.amount`. */
  path: string;
  name: string;
  /** The name, after the names of the relations to the field: 工程 / 承接部门. */
  label: string;
  kind: FieldKind;
  options: readonly Option[] | null;
  /** The code of the dictionary with the options; null if the options do not come from a dictionary. */
  dictionary: string | null;
  unit: string | null;
  /** The key of the form to which a relation refers; null for other fields. */
  to: string | null;
  /** True if the name of the field suggests that its values are provinces, cities or districts. */
  mayBeRegion?: boolean;
}

/** Fields that every record has. */
const SYSTEM_FIELDS: readonly Pick<SourceField, 'path' | 'name' | 'kind' | 'options'>[] = [
  { path: 'createTime', name: '创建时间', kind: 'date', options: null },
  { path: 'createByName', name: '创建人', kind: 'text', options: null },
  {
    path: 'flwState',
    name: '办理状态',
    kind: 'choice',
    options: [
      { value: '0', label: '草稿' },
      { value: '1', label: '审批中' },
      { value: '2', label: '已退回' },
      { value: '3', label: '已办结' },
      { value: '4', label: '已作废' },
    ],
  },
];

/** The keys of a field whose options come from a dictionary. */
interface DictionaryKeys {
  isDict?: string;
  dictCode?: string;
}

function kindOf(node: FieldNode, options: readonly Option[] | null, vocabulary: Vocabulary): FieldKind | null {
  const definition = vocabulary.definition(node.tag);
  const relation = relationOf(node);
  if (relation) return relation.isMultiple ? null : 'relation';
  if (definition?.references?.to === 'user') return 'person';
  if (definition?.references?.to === 'dept') return 'dept';
  const type = valueTypeOf(node, vocabulary);
  if (type === 'list') return null;
  const column = definition ? columnKind({ node, valueType: type, definition }) : null;
  if (column === 'date' || column === 'timestamp') return 'date';
  if (type === 'double') return 'number';
  if (type === 'bool') return 'yesNo';
  return options !== null || (node as DictionaryKeys).isDict === '1' ? 'choice' : 'text';
}

/** Matches the field keys that a dataset can use; a form may also have keys in Chinese. */
const DATASET_KEY = /^[A-Za-z_][\w-]*$/;

/** Matches names of fields whose values are provinces, cities or districts. */
const REGION_NAME = /地区|区域|区划|省|城市|地点|所在地|籍贯/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Returns the fields of a form that a dataset may use in groups, measures and filters: columns of the sub-table, fields
 * of the form, system fields. `tableKey`: the sub-table whose rows the dataset counts. `relationPrefix`: path and label
 * of the relations that lead to the form; they precede the path and label of each field.
 */
export function sourceFields(
  form: CompiledForm,
  vocabulary: Vocabulary,
  {
    tableKey = null,
    before: relationPrefix = { path: '', label: '' },
  }: { tableKey?: string | null; before?: { path: string; label: string } },
): SourceField[] {
  const toSourceField = (
    node: FieldNode,
    prefix: string,
    options: readonly Option[] | null | undefined,
  ): SourceField[] => {
    const optionsOrNull = options && options.length > 0 ? options : null;
    const kind = kindOf(node, optionsOrNull, vocabulary);
    if (kind === null || !DATASET_KEY.test(node.__vModel__)) return [];
    const name = textOf(node.label) || node.__vModel__;
    const { isDict, dictCode } = node as DictionaryKeys;
    return [
      {
        path: `${prefix}${node.__vModel__}`,
        name,
        label: `${relationPrefix.label}${name}`,
        kind,
        options: optionsOrNull,
        dictionary: isDict === '1' && dictCode ? dictCode : null,
        unit: textOf((node as { unit?: string }).unit) || null,
        to: relationOf(node)?.to ?? null,
        ...((kind === 'choice' || kind === 'text') && REGION_NAME.test(name) ? { mayBeRegion: true } : {}),
      },
    ];
  };
  const formFields = [...form.fields.values()]
    .filter(({ node }) => !isTableNode(node))
    .flatMap(({ node, options }) => toSourceField(node, relationPrefix.path, options));
  const table = tableKey === null ? undefined : form.tables.get(tableKey);
  const rowFields = (table?.columns ?? []).flatMap(({ node, options }) => toSourceField(node, 'row.', options));
  const systemFields = SYSTEM_FIELDS.map((field): SourceField => ({
    ...field,
    path: `${relationPrefix.path}${field.path}`,
    label: `${relationPrefix.label}${field.name}`,
    dictionary: null,
    unit: null,
    to: null,
  }));
  return [...rowFields, ...formFields, ...systemFields];
}

/** Returns the sub-tables of a form, whose rows a dataset may count instead of records. */
export const tablesOf = (form: CompiledForm): { key: string; name: string }[] =>
  [...form.fields.values()].flatMap(({ node }) =>
    isTableNode(node) && columnNodes(node).length > 0
      ? [{ key: node.__vModel__, name: textOf(node.label) || node.__vModel__ }]
      : [],
  );
