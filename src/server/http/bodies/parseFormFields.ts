import { parse } from 'node:querystring';
import { Refusal } from '../refusal.ts';

const MAX_FIELDS = 1000;
const MAX_NAME_PARTS = 4;
type Tree = { [key: string]: string | Tree };

const isForbiddenPart = (part: string): boolean =>
  part === '__proto__' || part === 'constructor' || part === 'prototype';

/**
 * Splits a field name into parts: `data[userName]` is `userName` within `data`. A name without brackets is one part.
 */
function partsOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')];
}

const createTree = (): Tree => Object.create(null) as Tree;

/** Converts a tree. Keys 0, 1, 2 … (from `ids[0]` or `ids[]`) become a list, other keys an object. */
function plainValue(tree: string | Tree): unknown {
  if (typeof tree === 'string') return tree;
  const keys = Object.keys(tree);
  const values = keys.map((key) => plainValue(tree[key] as Tree));
  return keys.length > 0 && keys.every((key, index) => key === String(index))
    ? values
    : Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}

/** Decodes percent signs. Keeps a percent sign without two hexadecimal digits. Throws if the bytes are not UTF-8. */
const decodePercent = (part: string): string => decodeURIComponent(part.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));

/**
 * Parses form fields into an object. Names with brackets become nested objects and lists (`data[userName]=…`,
 * `ids[0]=…`, `ids[]=…`), a repeated name becomes a list. Refuses with REQUEST_INVALID: more than MAX_FIELDS fields,
 * text that is not UTF-8, names with too many or forbidden parts, and names that contradict each other (`a=1&a[b]=2`).
 */
export function parseFormFields(text: string): Record<string, unknown> {
  const refuse = (detail: string): never => {
    throw new Refusal('REQUEST_INVALID', { detail });
  };
  let hasInvalidBytes = false;
  // `parse` catches an error thrown here and keeps the raw bytes, so a flag is set instead
  const decode = (part: string): string => {
    try {
      return decodePercent(part);
    } catch {
      hasInvalidBytes = true;
      return part;
    }
  };
  const fields = Object.entries(parse(text, '&', '=', { maxKeys: MAX_FIELDS + 1, decodeURIComponent: decode }));
  if (hasInvalidBytes) refuse('内容不是 UTF-8 编码');
  if (fields.length > MAX_FIELDS) refuse(`不能超过 ${MAX_FIELDS} 项`);
  const root = createTree();
  for (const [name, value] of fields) {
    const parts = partsOf(name);
    if (parts.length > MAX_NAME_PARTS || parts.some(isForbiddenPart)) refuse('字段名不正确');
    const values = [value ?? ''].flat();
    for (const singleValue of values) {
      let parent = root;
      for (const part of parts.slice(0, -1)) {
        const next = (parent[part] ??= createTree());
        parent = typeof next === 'string' ? refuse(`“${name}”与其他字段冲突`) : next;
      }
      const lastPart = parts.at(-1) as string;
      const isList = lastPart === '' || values.length > 1;
      const target = isList && lastPart !== '' ? (parent[lastPart] ??= createTree()) : parent;
      if (typeof target === 'string') return refuse(`“${name}”与其他字段冲突`);
      const key = isList ? String(Object.keys(target).length) : lastPart;
      if (target[key] !== undefined) refuse(`“${name}”与其他字段冲突`);
      target[key] = singleValue;
    }
  }
  return Object.fromEntries(Object.entries(root).map(([key, tree]) => [key, plainValue(tree)]));
}
