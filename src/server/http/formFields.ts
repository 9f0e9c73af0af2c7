import { parse } from 'node:querystring';
import { Refusal } from './refusal.ts';

const MAX_FIELDS = 1000;
const MAX_PARTS = 4;
type Tree = { [key: string]: string | Tree };

const isBad = (part: string): boolean => part === '__proto__' || part === 'constructor' || part === 'prototype';

/** `data[userName]` is `userName` within `data`; a name without brackets is one part. */
function partsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
}

const made = (): Tree => Object.create(null) as Tree;

/** Keys 0, 1, 2 … (or none, as `ids[]`) are a list, as forms write one. */
function listed(tree: string | Tree): unknown {
  if (typeof tree === 'string') return tree;
  const keys = Object.keys(tree);
  const values = keys.map((key) => listed(tree[key] as Tree));
  return keys.length > 0 && keys.every((key, at) => key === String(at))
    ? values
    : Object.fromEntries(keys.map((key, at) => [key, values[at]]));
}

/** What a field's percent signs stand for; one without two digits behind it is itself. Throws where they are not UTF-8. */
const decoded = (part: string): string => decodeURIComponent(part.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));

/**
 * The fields of a form as an object, names with brackets as what they stand for (`data[userName]=…`, `ids[0]=…`, `ids[]=…`),
 * a name that repeats as a list. Refuses with REQUEST_INVALID what no form sends.
 */
export function formFields(text: string): Record<string, unknown> {
  const refuse = (detail: string): never => {
    throw new Refusal('REQUEST_INVALID', { detail });
  };
  let isBroken = false;
  // thrown from here it would be caught, and the bytes read as they come
  const decode = (part: string): string => {
    try {
      return decoded(part);
    } catch {
      isBroken = true;
      return part;
    }
  };
  const fields = Object.entries(parse(text, '&', '=', { maxKeys: MAX_FIELDS + 1, decodeURIComponent: decode }));
  if (isBroken) refuse('内容不是 UTF-8 编码');
  if (fields.length > MAX_FIELDS) refuse(`不能超过 ${MAX_FIELDS} 项`);
  const root = made();
  for (const [name, given] of fields) {
    const parts = partsOf(name);
    if (parts.length > MAX_PARTS || parts.some(isBad)) refuse('字段名不正确');
    const values = [given ?? ''].flat();
    for (const value of values) {
      let at = root;
      for (const part of parts.slice(0, -1)) {
        const next = (at[part] ??= made());
        at = typeof next === 'string' ? refuse(`“${name}”与其他字段冲突`) : next;
      }
      const last = parts.at(-1) as string;
      const isList = last === '' || values.length > 1;
      const place = isList && last !== '' ? (at[last] ??= made()) : at;
      if (typeof place === 'string') return refuse(`“${name}”与其他字段冲突`);
      const key = isList ? String(Object.keys(place).length) : last;
      if (place[key] !== undefined) refuse(`“${name}”与其他字段冲突`);
      place[key] = value;
    }
  }
  return Object.fromEntries(Object.entries(root).map(([key, tree]) => [key, listed(tree)]));
}
