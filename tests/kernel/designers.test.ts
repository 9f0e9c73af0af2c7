import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { nodes } from '../../src/grammar/validators.js';
import { compileForm } from '../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../src/kernel/parse.ts';
import { brief, vocabulary } from './support.ts';

interface Case { title: string; input: unknown; outline: string[]; problems: string[] }
interface Node { tag: string; __vModel__?: string; key?: string; label?: string; sourceTag?: string; children?: Node[] }

const folder = 'tests/fixtures/kernel/designers';
const cases = readdirSync(folder).map((file) => ({ file, ...JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Case }));

const read = (input: unknown) => {
  const found = parseFormDefinition(input, vocabulary, { formKey: 'test', formName: '测试' });
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found;
};

/** One line a node: its place in the tree, tag, key and words. */
const outlineOf = (list: readonly Node[], depth = 0): string[] => list.flatMap((node) => [
  '  '.repeat(depth) + [node.tag ?? '-', node.sourceTag, node.__vModel__ ?? node.key, node.label].filter((part) => part !== undefined).join(' '),
  ...outlineOf(node.children ?? [], depth + 1),
]);

/** Names under which any designer binds an element to a value. */
const KEYS = ['model', 'field', 'prop', '__vModel__', 'vModel'] as const;
const isRaw = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every key that a value is bound to anywhere in a document, found without knowing its language. */
function* boundKeys(value: unknown): Generator<string> {
  if (typeof value === 'string' && /^\s*(?:\{\s*["}]|\[)/.test(value)) yield* boundKeys(JSON.parse(value));
  else if (Array.isArray(value)) for (const item of value) yield* boundKeys(item);
  else if (isRaw(value)) {
    const isContainer = Object.values(value).some((part) => Array.isArray(part) && part.some((one) => isRaw(one) && ('type' in one || 'list' in one || 'tds' in one || 'cols' in one)));
    const named = KEYS.map((key) => value[key]).find((key) => typeof key === 'string' && key !== '');
    if (typeof named === 'string' && !isContainer) yield named;
    if (value.formItemFlag === true && isRaw(value.options)) yield String(value.options.name);
    if (isRaw(value.props) && !('items' in value.props) && typeof value.id === 'string') yield value.id;
    if (isRaw(value.properties)) for (const [key, one] of Object.entries(value.properties)) if (isRaw(one) && one.type !== 'void' && !isRaw(one.properties)) yield key;
    for (const part of Object.values(value)) yield* boundKeys(part);
  }
}

describe('a form of another family of designers', () => {
  it.each(cases)('$title', ({ input, outline, problems }) => {
    const before = JSON.stringify(input);
    const found = read(input);
    expect(outlineOf(found.value.fields as unknown as Node[])).toEqual(outline);
    expect(brief(found.problems)).toEqual(problems);
    expect(JSON.stringify(input)).toBe(before);
  });

  it.each(cases)('loses no field: $file', ({ input }) => {
    const { value, problems } = read(input);
    const text = JSON.stringify(value.fields);
    const keys = [...new Set(boundKeys(input))];
    expect(keys.length).toBeGreaterThan(4);
    expect(keys.filter((key) => !text.includes(`"${key}"`) && !problems.some(({ path }) => path.includes(key)))).toEqual([]);
  });

  it.each(cases)('becomes a definition by the grammar, which compiles and is read again as the same: $file', ({ input }) => {
    const { value } = read(input);
    const valid = (list: readonly AnyNode[]): void => {
      for (const node of list) {
        if ('tag' in node) expect(nodes[node.tag]?.(node), JSON.stringify(node)).toBe(true);
        valid(((node as { children?: AnyNode[] }).children ?? []));
      }
    };
    valid(value.fields);
    compileForm(value, vocabulary);
    expect(read(value).value).toEqual(value);
  });

  it.each(cases)('says of each placeholder where it stands: $file', ({ input }) => {
    const { value, problems } = read(input);
    const placeholders = outlineOf(value.fields as unknown as Node[]).filter((line) => line.trim().startsWith('placeholder'));
    expect(problems.filter(({ code, path }) => code === 'DOC_UNKNOWN_TAG' && path.length > 0)).toHaveLength(placeholders.length);
  });
});

describe('a form of another family that is broken somewhere', () => {
  /** Places at which something can be broken, found in the document itself. */
  const placesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    (typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => { const at = [...path, Array.isArray(value) ? Number(key) : key]; return [at, ...placesOf(part, at)]; }) : []);
  const put = (document: unknown, path: readonly (string | number)[], value: unknown): unknown => {
    const copy = structuredClone(document);
    let here = copy as Record<string | number, unknown>;
    for (const part of path.slice(0, -1)) here = here[part] as Record<string | number, unknown>;
    here[path.at(-1) as string] = value;
    return copy;
  };

  it.each(cases)('is read without a throw, and what is read compiles: $file', ({ input }) => {
    const places = placesOf(input);
    for (const [index, path] of places.entries()) {
      for (const value of [null, '', [], {}, 'x', -1, [[{}]], { type: 'input' }].slice(index % 4, index % 4 + 3)) {
        const found = parseFormDefinition(put(input, path, value), vocabulary, { formKey: 'test' });
        expect(found.problems.every(({ message }) => message !== '')).toBe(true);
        if (found.ok) compileForm(found.value, vocabulary);
      }
    }
  }, 120_000);
});
