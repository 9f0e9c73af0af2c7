import type { FieldNode } from '../../../grammar/nodes.ts';
import { placeholderNames, staticOptions, type FieldFilter } from '../../../kernel/index.ts';
import type { ValueType } from '../../../expressions/index.ts';

/** Keys of a node that define the source of its options. */
const SOURCE_KEYS = [
  '__slot__',
  'isDict',
  'dictCode',
  'isStatic',
  'staticJson',
  'isRemote',
  'remote',
  'remoteKey',
  'resourseApi',
  'resourseApiType',
  'resourseApiParams',
  'dataPath',
  'hashArr',
] as const;

/**
 * Returns true if the text is a single placeholder that reads a value of the form. `${keyword}` does not: it is the
 * search text.
 */
const isFieldPlaceholder = (text: unknown): boolean =>
  typeof text === 'string' && /^\$\{[^{}]*\}$/.test(text) && placeholderNames(text).some((name) => name !== 'keyword');

/** Returns the parameters without those whose value is a single placeholder that reads a value of the form. */
function withoutFieldPlaceholders(params: unknown): unknown {
  if (Array.isArray(params)) return params.map(withoutFieldPlaceholders);
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => !isFieldPlaceholder(value))
      .map(([key, value]) => [key, withoutFieldPlaceholders(value)]),
  );
}

/**
 * Returns the list filter of a field with options: a multiple select with the same option source and no other
 * properties of the field. It also offers the retired items of a dictionary, because older records contain them
 * (FK-015). Request parameters that read values of the form are left out, because a list has no such values.
 */
export function choiceFilter(field: object): FieldFilter {
  const node = field as FieldNode;
  const optionSource: Record<string, unknown> = {};
  for (const key of SOURCE_KEYS) if (key in node) optionSource[key] = (node as unknown as Record<string, unknown>)[key];
  const { resourseApiParams } = optionSource;
  if (resourseApiParams !== undefined) optionSource.resourseApiParams = withoutFieldPlaceholders(resourseApiParams);
  const select = {
    ...optionSource,
    withRetired: true,
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

/** Returns the value type of a single choice: the type of the options in the document, else string. */
export function choiceType(node: object): ValueType {
  const options = staticOptions(node as FieldNode);
  if (options === null || options.length === 0) return 'string';
  if (options.every(({ value }) => typeof value === 'number')) return 'double';
  return options.every(({ value }) => typeof value === 'string') ? 'string' : 'dyn';
}

/** Returns the hint for the spreadsheet column of a choice field. */
export const choiceHint = (isMultiple: boolean | undefined): string =>
  isMultiple === true ? '填可选值中的一项，多项用“、”分隔' : '填可选值中的一项';
