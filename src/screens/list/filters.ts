import type { FieldNode } from '../../grammar/nodes.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import type { SystemColumn } from './systemColumns.ts';

export type Operator = ListCondition['op'];
type PickerKind = 'date' | 'month' | 'year' | 'week';

/** How a filter is filled in. `options` and `people` reuse the edit face of the widget they name. */
export type FilterControl =
  | { kind: 'text' }
  | { kind: 'number' }
  | { kind: 'date'; picker: PickerKind; hasTime: boolean }
  | { kind: 'time' }
  | { kind: 'face'; node: FieldNode }
  | { kind: 'state'; isSingle?: boolean };

export interface FilterShape {
  op: Operator;
  control: FilterControl;
}

const OPTION_KEYS = [
  '__slot__',
  'isDict',
  'dictCode',
  'isStatic',
  'staticJson',
  'isRemote',
  'resourseApi',
  'resourseApiType',
  'resourseApiParams',
  'dataPath',
  'hashArr',
] as const;

/** A filter is never required, computed or read-only, so it takes over nothing but where its options come from. */
function optionNode(node: FieldNode): FieldNode {
  const source: Record<string, unknown> = {};
  for (const key of OPTION_KEYS) if (key in node) source[key] = (node as unknown as Record<string, unknown>)[key];
  return {
    ...source,
    tag: 'el-select',
    __vModel__: node.__vModel__,
    label: node.label,
    multiple: true,
    'collapse-tags': true,
    filterable: true,
    clearable: true,
    flowEditable: '1',
  } as FieldNode;
}

const peopleNode = (
  tag: 'userSelector' | 'deptSelector' | 'componySelector',
  node: { __vModel__: string; label?: string },
): FieldNode => ({ tag, __vModel__: node.__vModel__, label: node.label, clearable: true, flowEditable: '1' });

function datePicker(node: FieldNode): FilterControl {
  const type = (node.tag === 'el-date-picker' ? (node.type ?? node.dateType) : undefined) ?? 'date';
  const picker = type.startsWith('month') ? 'month' : type === 'year' || type === 'week' ? type : 'date';
  return { kind: 'date', picker, hasTime: type.startsWith('datetime') };
}

/** The natural comparison of a field's type: texts contain, dates and numbers lie between, choices are among. */
export function filterOfField(node: FieldNode): FilterShape {
  switch (node.tag) {
    case 'el-input-number':
    case 'el-rate':
      return { op: 'range', control: { kind: 'number' } };
    case 'el-date-picker':
      return { op: 'range', control: datePicker(node) };
    case 'el-time-picker':
      return { op: 'range', control: { kind: 'time' } };
    case 'el-select':
    case 'el-radio-group':
    case 'el-checkbox-group':
      return { op: 'in', control: { kind: 'face', node: optionNode(node) } };
    case 'el-switch':
      return {
        op: 'eq',
        control: {
          kind: 'face',
          node: {
            tag: 'el-select',
            __vModel__: node.__vModel__,
            label: node.label,
            clearable: true,
            flowEditable: '1',
            __slot__: {
              options: [
                { label: node['active-text'] ?? '是', value: '1' },
                { label: node['inactive-text'] ?? '否', value: '0' },
              ],
            },
          },
        },
      };
    case 'userSelector':
    case 'deptSelector':
    case 'componySelector':
      return { op: 'contains', control: { kind: 'face', node: peopleNode(node.tag, node) } };
    default:
      return { op: 'contains', control: { kind: 'text' } };
  }
}

export function filterOfSystemColumn(column: SystemColumn): FilterShape {
  switch (column) {
    case 'flwState':
      return { op: 'in', control: { kind: 'state' } };
    case 'createTime':
    case 'updateTime':
      return { op: 'range', control: { kind: 'date', picker: 'date', hasTime: true } };
    case 'createBy':
    case 'updateBy':
      return { op: 'eq', control: { kind: 'face', node: peopleNode('userSelector', { __vModel__: column }) } };
    default:
      return { op: 'contains', control: { kind: 'text' } };
  }
}
