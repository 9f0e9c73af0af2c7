import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFormDefinition } from '../../src/importer/index.ts';
import { createVocabulary, readCanonicalForm } from '../../src/kernel/index.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const jsonIn = (folder: string): { name: string; document: unknown }[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, document: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown }))
    : [];

/** The shipped forms, and real definitions of other designers where this machine has them. */
const given = [
  ...jsonIn('schemas/business').map(({ name, document }) => ({ name, document: (document as { form: unknown }).form })),
  ...jsonIn(join('..', '..', 'shared', 'cases', 'forms')),
].filter(({ document }) => document !== undefined);

const form = (fields: unknown[]): object => ({ formKey: 'one', formName: '一', fields });
const input = (key: string, more: object = {}): object => ({
  tag: 'el-input',
  __vModel__: key,
  label: key,
  flowEditable: '1',
  ...more,
});
const codeOf = (document: unknown): string | undefined => {
  const read = readCanonicalForm(document, vocabulary);
  return read.ok ? undefined : read.problems[0]?.code;
};

describe('the canonical form', () => {
  it('is what the importer makes of every form, so that nothing is imported twice', () => {
    const refused: unknown[] = [];
    let count = 0;
    for (const { name, document } of given) {
      const read = parseFormDefinition(document, vocabulary, { formKey: 'one' });
      if (!read.ok) continue;
      count += 1;
      const stored = JSON.parse(JSON.stringify(read.value)) as unknown;
      const again = readCanonicalForm(stored, vocabulary);
      if (!again.ok) refused.push({ name, problems: again.problems });
      else expect(again.value).toBe(stored);
    }
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(30);
  });

  it('is read from text as well', () => {
    expect(readCanonicalForm(JSON.stringify(form([input('name')])), vocabulary)).toMatchObject({ ok: true });
  });

  it('is not a document that the importer would change', () => {
    expect(codeOf([input('name')])).toBe('DOC_SHAPE');
    expect(codeOf({ formRef: 'x', fields: [{ __config__: { tag: 'el-input' }, __vModel__: 'a' }] })).toBe('DOC_SHAPE');
    expect(codeOf(form([input('name', { unknownKey: 1 })]))).toBe('DOC_UNKNOWN_KEY');
    expect(codeOf(form([input('name', { flowEditable: undefined })]))).toBe('DOC_SHAPE');
    expect(codeOf(form([{ tag: 'van-field', __vModel__: 'a' }]))).toBe('DOC_UNKNOWN_TAG');
    expect(codeOf(form([{ tag: 'constructor' }]))).toBe('DOC_UNKNOWN_TAG');
    expect(codeOf(form([input('name'), input('name')]))).toBe('DOC_SHAPE');
    expect(codeOf(form([input('constructor')]))).toBe('DOC_SHAPE');
    expect(codeOf(form([{ tag: 'row', children: [input('a'), input('a')] }]))).toBe('DOC_SHAPE');
    expect(codeOf(form([input('name', { regList: [{ pattern: '(', message: 'x' }] })]))).toBe('DOC_PATTERN');
    expect(codeOf('{')).toBe('DOC_SYNTAX');
  });

  it('holds fields and the operation column in a sub-table, each key once', () => {
    const table = (children: unknown[]): object =>
      form([input('name'), { tag: 'subTable', __vModel__: 'rows', label: '明细', flowEditable: '1', children }]);
    expect(codeOf(table([input('name'), { tag: 'opColumn', items: [] }]))).toBeUndefined();
    expect(codeOf(table([input('a'), input('a')]))).toBe('DOC_SHAPE');
    expect(codeOf(table([{ tag: 'row', children: [] }]))).toBe('DOC_SHAPE');
  });
});
