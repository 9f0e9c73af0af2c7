import type { Path } from '../problem.ts';
import type { Option } from '../widget.ts';
import { reportWarning, type Context } from './context.ts';
import { isObject, textOf, valueOf, type Placed, type Source } from './source.ts';

interface OptionKeys { label: string; value: string; children: string }

const isParent = (value: unknown): boolean => [value].flat().every((one) => typeof one === 'string' || typeof one === 'number');

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

function toOption(item: unknown, keys: OptionKeys): Option | undefined {
  if (isPlain(item)) return { label: String(item), value: item };
  if (!isObject(item)) return undefined;
  const value = item[keys.value] ?? item.value ?? item.dictValue ?? item[keys.label] ?? item.label;
  const label = item[keys.label] ?? item.label ?? item.dictLabel ?? value;
  if (!isPlain(value) || !isPlain(label)) return undefined;
  const children = item[keys.children] ?? item.children;
  return {
    label: String(label),
    value,
    ...(item.disabled === true ? { disabled: true } : {}),
    ...(item.parent !== undefined && isParent(item.parent) ? { parent: item.parent as Option['parent'] } : {}),
    ...(Array.isArray(children) ? { children: children.map((child) => toOption(child, keys)).filter((child) => child !== undefined) } : {}),
  };
}

/** A list of options in any spelling; anything that is not a list is an empty one, reported once. */
export function readOptions(value: unknown, path: Path, context: Context, keys: OptionKeys = { label: 'label', value: 'value', children: 'children' }): Option[] {
  if (!Array.isArray(value)) {
    reportWarning(context, 'DOC_OPTIONS', path);
    return [];
  }
  const options = value.map((item) => toOption(item, keys));
  options.forEach((option, index) => {
    if (option === undefined) reportWarning(context, 'DOC_SHAPE', [...path, index], { where: '选项', detail: '应有 label 与 value，已忽略' });
  });
  return options.filter((option) => option !== undefined);
}

/** Names of keys inside the options, wherever another system keeps them. */
export function optionKeysOf(source: Source): OptionKeys {
  const props = valueOf(source, 'props');
  const inner = isObject(props) ? (isObject(props.props) ? props.props : props) : {};
  const pick = (key: keyof OptionKeys): string => {
    const name = inner[key];
    return (typeof name === 'string' ? name : '') || textOf(source, `${key}Key`) || key;
  };
  return { label: pick('label'), value: pick('value'), children: pick('children') };
}

/** Options under `__slot__.options`, `options` or `data-source`; undefined when the node has none. */
export function findOptions(source: Source): Placed | undefined {
  const slot = source.entries.get('__slot__');
  if (slot && isObject(slot.value) && slot.value.options !== undefined && slot.value.options !== null) {
    return { value: slot.value.options, path: [...slot.path, 'options'] };
  }
  const placed = source.entries.get('options') ?? source.entries.get('data-source') ?? source.entries.get('items');
  return placed && placed.value !== undefined && placed.value !== null ? placed : undefined;
}
