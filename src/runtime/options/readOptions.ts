import type { Option } from '../../kernel/widget.ts';

interface Keys { label?: string; value?: string; children?: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is Option['value'] => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Deeper than any tree of places or departments; a list that contains itself ends here. */
const MAX_DEPTH = 20;

/** A served list as options by the configured names (FK-032); items without a value are left out. Null when it is no list. */
export function readOptionList(list: unknown, keys: Keys, depth = 0): Option[] | null {
  if (!Array.isArray(list) || depth > MAX_DEPTH) return null;
  const options: Option[] = [];
  for (const item of list as unknown[]) {
    if (isValue(item)) { options.push({ label: String(item), value: item }); continue; }
    if (!isObject(item)) continue;
    const value = item[keys.value ?? 'value'];
    if (!isValue(value)) continue;
    const label = item[keys.label ?? 'label'];
    const children = readOptionList(item[keys.children ?? 'children'], keys, depth + 1);
    options.push({
      label: isValue(label) && label !== '' ? String(label) : String(value),
      value,
      ...(item.disabled === true ? { disabled: true } : {}),
      ...(typeof item.listClass === 'string' ? { listClass: item.listClass } : {}),
      ...(children && children.length > 0 ? { children } : {}),
    });
  }
  return options;
}

/** Options that stand in the document; what is no list counts as none (the document was told so when it was read). */
export const readStaticOptions = (list: unknown): readonly Option[] => readOptionList(list, {}) ?? [];

/** RD-003: the list at the configured place of the answer. `data.list` may be counted from the envelope or from its data. */
export function pickList(data: unknown, dataPath: string): unknown {
  const at = (root: unknown): unknown => dataPath.split('.').filter(Boolean).reduce<unknown>((value, key) => (isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>)[key] : undefined), root);
  if (dataPath === '') return isObject(data) && Array.isArray(data.data) ? data.data : data;
  return at({ data }) ?? at(data);
}
