import type { FieldNode } from '../../../grammar/nodes.ts';
import { staticOptions, type FieldFilter } from '../../../kernel/index.ts';
import type { ValueType } from '../../../expressions/index.ts';

/** Keys of a node that define the source of its options. */
const SOURCE_KEYS = [
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

/**
 * List filter for a field with options: a multiple select with the same option source, without other properties of the
 * field.
 */
export function choiceFilter(field: object): FieldFilter {
  const node = field as FieldNode;
  const optionSource: Record<string, unknown> = {};
  for (const key of SOURCE_KEYS) if (key in node) optionSource[key] = (node as unknown as Record<string, unknown>)[key];
  const select = {
    ...optionSource,
    tag: 'el-select',
    __vModel__: node.__vModel__,
    label: node.label,
    multiple: true,
    'collapse-tags': true,
    filterable: true,
    clearable: true,
    flowEditable: '1',
  } as FieldNode;
  return { op: 'in', control: { kind: 'face', node: select } };
}

/** Value type of a single choice: the type of the options in the document, else string. */
export function choiceType(node: object): ValueType {
  const options = staticOptions(node as FieldNode);
  if (options === null || options.length === 0) return 'string';
  if (options.every(({ value }) => typeof value === 'number')) return 'double';
  return options.every(({ value }) => typeof value === 'string') ? 'string' : 'dyn';
}

/** Hint for the spreadsheet column of a choice field. */
export const choiceHint = (isMultiple: boolean | undefined): string =>
  isMultiple === true ? '填可选值中的一项，多项用“、”分隔' : '填可选值中的一项';
