import type { AnyNode, FieldNode } from '../grammar/nodes.ts';
import { readAnswer, readItem } from './position.ts';
import type { Option, WidgetDefinition } from './widget.ts';

/** Separator of list items in display texts. */
const LIST_SEPARATOR = '、';

interface OptionNode {
  __slot__?: { options?: unknown };
  isDict?: string;
  dictCode?: string;
  isStatic?: string;
  staticJson?: unknown;
  isRemote?: string;
}

const asOptions = (value: unknown): Option[] => (Array.isArray(value) ? (value as Option[]) : []);

function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // invalid JSON in staticJson gives no options; the importer has reported it
    return [];
  }
}

/** FK-005, FK-033, FK-034: options written in the document itself; null if they come from a dictionary or a call. */
export function staticOptions(node: AnyNode): Option[] | null {
  const source = node as OptionNode;
  if ((source.isDict === '1' && source.dictCode) || source.isRemote === '1') return null;
  if (source.isStatic === '1' || source.__slot__?.options === undefined) {
    return source.staticJson === undefined
      ? asOptions(source.__slot__?.options)
      : asOptions(parseJsonText(source.staticJson));
  }
  return asOptions(source.__slot__.options);
}

/** An item of a dictionary, as it is stored and served. */
export interface DictItem {
  dictLabel: string;
  dictValue: string;
  listClass?: string | undefined;
  retired?: boolean | undefined;
}

/** Converts an item of a dictionary to an option. */
export const optionOf = ({ dictLabel, dictValue, listClass, retired }: DictItem): Option => ({
  label: dictLabel,
  value: dictValue,
  ...(listClass ? { listClass } : {}),
  ...(retired ? { retired } : {}),
});

/** Returns the key of the field whose value decides which options are available; null if there is none. */
export const dependKeyOf = (node: object): string | null => (node as { dependKey?: string }).dependKey || null;

/** Returns the value with this key in the row, or else in the form. */
export const valueIn = (
  { row, values }: { row?: Readonly<Record<string, unknown>>; values: Readonly<Record<string, unknown>> },
  key: string,
): unknown => (row && Object.hasOwn(row, key) ? row[key] : values[key]);

/**
 * Returns the options that are available for a value of the field named by `dependKey` (`parent`: the value, or a list
 * of values). These are the options whose `parent` is or contains one of the values, and the options without `parent`.
 */
export function optionsUnder(options: readonly Option[], parent: unknown): Option[] {
  const parentValues = Array.isArray(parent) ? (parent.flat() as unknown[]) : [parent];
  return options.filter(
    ({ parent: expectedParent }) =>
      expectedParent === undefined ||
      [expectedParent].flat().some((expected) => parentValues.some((value) => isSame(expected, value))),
  );
}

/** Names under which the items of an answer hold the parts of an option. */
export interface OptionKeys {
  label?: string;
  value?: string;
  children?: string;
  parent?: string;
}

const isValidParent = (value: unknown): boolean =>
  [value].flat().every((item) => typeof item === 'string' || typeof item === 'number');

/** Converts an item of an answer to an option; null if the item is invalid. */
function toOption(item: unknown, keys: Required<OptionKeys>): Option | null {
  if (typeof item === 'string' || typeof item === 'number') return { label: String(item), value: item };
  if (typeof item !== 'object' || item === null) return null;
  const record = item as Record<string, unknown>;
  const value = readItem(record, keys.value);
  const label = readItem(record, keys.label) ?? value;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const children = readItem(record, keys.children);
  return {
    label: String(label ?? ''),
    value,
    ...(record.disabled === true ? { disabled: true } : {}),
    ...(typeof record.listClass === 'string' ? { listClass: record.listClass } : {}),
    ...(isValidParent(record[keys.parent]) ? { parent: record[keys.parent] as Option['parent'] } : {}),
    ...(Array.isArray(children) && children.length > 0
      ? { children: children.map((child) => toOption(child, keys)).filter((child) => child !== null) }
      : {}),
  };
}

/**
 * FK-031: returns the list at a position of an answer. Without a position: the answer itself, or the list in its key
 * `data` if the answer is a page (`{ data, page }`). Undefined if there is no list.
 */
export function optionList(answer: unknown, dataPath: string | undefined): readonly unknown[] | undefined {
  const data = readAnswer(answer, dataPath);
  const list = Array.isArray(data) || dataPath ? data : readAnswer(answer, 'data');
  return Array.isArray(list) ? list : undefined;
}

/**
 * FK-031, FK-032: reads the options in an answer, at a position, with configured key names. Invalid items are left out.
 */
export function optionsFromData(
  data: unknown,
  dataPath: string | undefined,
  hashArr: OptionKeys | undefined,
): Option[] {
  const list = optionList(data, dataPath);
  const keys = {
    label: hashArr?.label || 'label',
    value: hashArr?.value || 'value',
    children: hashArr?.children || 'children',
    parent: hashArr?.parent || 'parent',
  };
  return (list ?? []).map((item) => toOption(item, keys)).filter((option) => option !== null);
}

/** Compares an option's value with a stored value: 1 and '1' are the same. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && b !== null && b !== undefined && String(a) === String(b));

/** Returns the labels from the root to the option with this value; null if no option has it. */
function labelPathTo(options: readonly Option[], value: unknown): string[] | null {
  for (const option of options) {
    if (isSame(option.value, value)) return [option.label];
    const inner = option.children ? labelPathTo(option.children, value) : null;
    if (inner) return [option.label, ...inner];
  }
  return null;
}

/**
 * LB-001: returns the labels of a value or of a list of values, joined to one text. A value without an option is shown
 * as it is.
 */
export function findOptionLabels(options: readonly Option[], value: unknown, separator = LIST_SEPARATOR): string {
  const values = Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];
  return values.map((item: unknown) => labelPathTo(options, item)?.at(-1) ?? String(item ?? '')).join(separator);
}

/** Returns true when some option, at any depth, has this value. */
export const hasOption = (options: readonly Option[], value: unknown): boolean => labelPathTo(options, value) !== null;

/** Returns true if the values are a path through the tree of options. */
const hasPath = (options: readonly Option[], [first, ...rest]: readonly unknown[]): boolean =>
  first === undefined ||
  options.some(
    (option) => isSame(option.value, first) && hasPath(rest.length > 0 ? (option.children ?? []) : [], rest),
  );

/**
 * Splits a stored value into parts that each represent one option. If the value is a path through a tree, the whole
 * list is one part.
 */
export function optionParts(
  node: FieldNode,
  { isPath: holdsPath }: WidgetDefinition,
  value: unknown,
): readonly unknown[] {
  if (!Array.isArray(value)) return isBlank(value) ? [] : [value];
  const isPath = holdsPath?.(node as never) === true;
  return isPath ? [value] : value.filter((part) => !isBlank(part));
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Splits a companion label into the labels of the `count` stored values, in order. Empty if their number differs. */
export function namesInLabel(label: string | undefined, count: number): readonly string[] {
  if (label === undefined || label === '') return [];
  const names = count === 1 ? [label] : label.split(LIST_SEPARATOR);
  return names.length === count ? names : [];
}

/** Returns true if the option of a single value, or any option of a path, is disabled. */
export function isDisabledPart(options: readonly Option[], part: unknown): boolean {
  if (!Array.isArray(part))
    return options.some(
      (option) =>
        (isSame(option.value, part) && option.disabled === true) || isDisabledPart(option.children ?? [], part),
    );
  const [first, ...rest] = part as unknown[];
  return options.some(
    (option) =>
      isSame(option.value, first) &&
      (option.disabled === true || (rest.length > 0 && isDisabledPart(option.children ?? [], rest))),
  );
}

/** Returns true if the part is an option, or a path through the tree of options. */
export const isOptionPart = (options: readonly Option[], part: unknown): boolean =>
  Array.isArray(part) ? hasPath(options, part) : hasOption(options, part);
