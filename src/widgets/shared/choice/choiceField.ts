import type { FieldNode } from '../../../grammar/nodes.ts';
import { staticOptions, type FieldFilter, type ValueType } from '../../../kernel/index.ts';

/** What a node with options says about where they come from. */
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

/** A list's filter over several options. It is never required, computed or read-only, so it takes over nothing but where its options come from. */
export function choiceFilter(field: object): FieldFilter {
  const node = field as FieldNode;
  const source: Record<string, unknown> = {};
  for (const key of SOURCE_KEYS) if (key in node) source[key] = (node as unknown as Record<string, unknown>)[key];
  const select = {
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
  return { op: 'in', control: { kind: 'face', node: select } };
}

/** The type of one chosen value: that of the options where the document holds them, else text. */
export function choiceType(node: object): ValueType {
  const options = staticOptions(node as FieldNode);
  if (options === null || options.length === 0) return 'string';
  if (options.every(({ value }) => typeof value === 'number')) return 'double';
  return options.every(({ value }) => typeof value === 'string') ? 'string' : 'dyn';
}

/** How a spreadsheet's column of options is filled in. */
export const choiceHint = (isMultiple: boolean | undefined): string =>
  isMultiple === true ? '填可选值中的一项，多项用“、”分隔' : '填可选值中的一项';
