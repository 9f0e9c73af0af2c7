import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { nodes } from '../../src/grammar/validators.js';
import { unknownKeyLevel } from '../../src/importer/keys.ts';
import { walkNodes } from '../../src/kernel/nodes.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { situation, vocabulary } from '../kernel/support.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'cases', 'forms');
const isThere = existsSync(folder);
if (!isThere) console.log(`real documents skipped: ${folder} is not on this machine`);
const files = isThere ? readdirSync(folder) : [];

type Raw = Record<string, unknown>;
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every element of a document as found, with its path; texts that hold JSON are read. */
function* elements(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ node: Raw; path: readonly (string | number)[] }> {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) yield* elements(JSON.parse(value), path);
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* elements(item, [...path, index]);
  else if (isRaw(value)) {
    if (isElement(value)) yield { node: value, path };
    const config = isRaw(value.__config__) ? value.__config__ : {};
    for (const key of ['fields', 'children']) yield* elements(value[key], [...path, key]);
    if (config.children) yield* elements(config.children, [...path, '__config__', 'children']);
    if (isRaw(value.children))
      for (const [part, list] of Object.entries(value.children)) yield* elements(list, [...path, 'children', part]);
    if (isRaw(config.children))
      for (const [part, list] of Object.entries(config.children))
        yield* elements(list, [...path, '__config__', 'children', part]);
  }
}

const configOf = (node: Raw): Raw => (isRaw(node.__config__) ? node.__config__ : {});
const isElement = (node: Raw): boolean =>
  typeof (configOf(node).tag ?? node.tag) === 'string' ||
  (typeof (configOf(node).layout ?? node.layout) === 'string' && 'children' in { ...node, ...configOf(node) });
const saysNothing = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(saysNothing));

/** Said already by something else, or by the report on the element as a whole. */
const IMPLIED: Readonly<Record<string, string>> = {
  'fc-time-duration.is-range': 'the tag is a range',
  'fc-amount.showChinese': 'the tag writes the amount in words',
  'el-input.format': 'plain text is no format',
  'el-card.showLabel': 'the sub-form became a card, and that is said',
  'el-card.required': 'the same',
  'el-card.__vModel__': 'the same',
  'div.defaultValue': 'the text itself stands beside it',
  'div.readonly': 'a text is',
  'el-table.dataPath': 'the request it belongs to is refused, and that is said',
};

const keyOf = (node: Raw): unknown => node.__vModel__ ?? node.vModel;
const read = (text: string, file: string) => {
  const parsed = parseFormDefinition(text, vocabulary, { formKey: 'real', formName: file });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
};

describe.skipIf(!isThere)('a real document', () => {
  it.each(files)('%s is read without an error, every element accounted for, and compiles', (file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const { value, problems } = read(text, file);
    const all: AnyNode[] = [...walkNodes(value.fields)].flatMap(({ node }) =>
      node.tag === 'subTable' ? [node, ...(node.children as AnyNode[])] : [node],
    );
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
    const places = problems.map(({ path }) => path.join('/'));
    const keys = all.flatMap((node) => [(node as { __vModel__?: string }).__vModel__, (node as { key?: string }).key]);
    for (const { node, path } of elements(JSON.parse(text))) {
      const key = keyOf(node);
      const isKept = typeof key !== 'string' || key === '' || keys.includes(key);
      expect(
        isKept || places.some((place) => place.startsWith(path.join('/'))),
        `${String(key)} at ${path.join('/')}`,
      ).toBe(true);
    }
    for (const node of all) expect(nodes[node.tag]?.(node), node.tag).toBe(true);
    expect(JSON.stringify(all)).not.toContain('"$js"');
    const compiled = compileForm(value, vocabulary);
    for (const field of compiled.fields.values()) field.access({ values: {}, situation: situation() });
  });

  it('loses no setting of an element without a word: taken away, each is missing from what was read or from what was said', () => {
    const seen = new Set<string>();
    const silent: string[] = [];
    const whole = (document: unknown, file: string): string => {
      const { value, problems, notes } = read(JSON.stringify(document), file);
      return JSON.stringify([value.fields, problems, notes]);
    };
    for (const file of files) {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      if (text.includes('\\"tag')) continue;
      const before = whole(JSON.parse(text), file);
      for (const { node, path } of elements(JSON.parse(text))) {
        for (const [key, setting] of Object.entries({ ...configOf(node), ...node })) {
          const tag = String(configOf(node).tag ?? node.tag ?? '');
          const isField = keyOf(node) !== undefined;
          const name = `${tag}.${key}`;
          if (
            saysNothing(setting) ||
            seen.has(name) ||
            unknownKeyLevel(key, isField) === 'designer' ||
            key === '__config__' ||
            (key === 'labelWidth' && setting === 0) ||
            name in IMPLIED
          )
            continue;
          seen.add(name);
          const document = JSON.parse(text) as Raw;
          let here = document as Record<string | number, unknown>;
          for (const part of path) here = here[part] as Record<string | number, unknown>;
          delete here[key];
          delete configOf(here as Raw)[key];
          if (whole(document, file) === before)
            silent.push(`${file} ${name} = ${JSON.stringify(setting).slice(0, 60)}`);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(150);
    expect(silent).toEqual([]);
  });
});
