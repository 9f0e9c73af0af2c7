import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { nodes } from '../../src/grammar/validators.js';
import { walkNodes } from '../../src/kernel/nodes.ts';
import { parseFormDefinition } from '../../src/kernel/parse.ts';
import { situation, vocabulary } from './support.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'cases', 'forms');
const isThere = existsSync(folder);
if (!isThere) console.log(`real documents skipped: ${folder} is not on this machine`);
const files = isThere ? readdirSync(folder) : [];

/** Elements that hold a value, counted in the document as found. */
function countFields(value: unknown): number {
  if (typeof value === 'string' && value.startsWith('{')) return countFields(JSON.parse(value));
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countFields(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const node = value as Record<string, unknown>;
  const config = (node.__config__ ?? {}) as Record<string, unknown>;
  const own = node.__vModel__ ?? node.vModel;
  const isElement = typeof (config.tag ?? node.tag) === 'string';
  const inner = [node.children, config.children, node.fields].reduce((sum: number, list) => sum + countFields(list), 0);
  return (isElement && typeof own === 'string' && own !== '' ? 1 : 0) + inner;
}

describe.skipIf(!isThere)('a real document', () => {
  it.each(files)('%s is read, every element accounted for, and compiles', (file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const parsed = parseFormDefinition(text, vocabulary, { formKey: 'real', formName: file });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const all: AnyNode[] = [...walkNodes(parsed.value.fields)].flatMap(({ node }) => (node.tag === 'subTable' ? [node, ...(node.children as AnyNode[])] : [node]));
    const kept = all.reduce((sum, node) => sum + (node.tag === 'placeholder' ? countFields(node.source) : '__vModel__' in node ? 1 : 0), 0);
    expect(kept).toBeGreaterThanOrEqual(countFields(JSON.parse(text)));
    for (const node of all) expect(nodes[node.tag]?.(node), node.tag).toBe(true);
    expect(JSON.stringify(all)).not.toContain('"$js"');
    const compiled = compileForm(parsed.value, vocabulary);
    for (const field of compiled.fields.values()) field.access({ values: {}, situation: situation() });
  });
});
