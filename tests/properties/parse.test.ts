import { expect, it } from 'vitest';
import type { FieldNode } from '../../src/grammar/nodes.ts';
import { compileForm } from '../../src/kernel/compile.ts';
import type { FormDefinition } from '../../src/kernel/form.ts';
import { walkNodes } from '../../src/kernel/nodes.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { hasErrors } from '../../src/domain/problem/problems.ts';
import fc from '../support/fc.ts';
import { vocabulary } from './arbitraries/compiled.ts';
import { formDefinition } from './arbitraries/definition.ts';
import { rawDocument } from './arbitraries/documents.ts';
import { situationOf } from './arbitraries/situations.ts';
import { holds, PATIENCE } from './holds.ts';

/** What a form says of who may do what: nothing that is stored and read again may change it. */
const permissions = ({ fields }: FormDefinition): unknown[] =>
  [...walkNodes(fields)].map(({ node }) => {
    const { tag, __vModel__: key, flowVisible, flowEditable, readonly, disabled } = node as FieldNode;
    return { tag, key, flowVisible, flowEditable, readonly, disabled };
  });

it(
  'any JSON at all gives a definition or problems in Chinese, never a throw, stays as it was, and permits the same when it is read again',
  () => {
    holds(
      'any JSON through parse',
      rawDocument,
      (document) => {
        const before = JSON.stringify(document);
        const parsed = parseFormDefinition(document, vocabulary, { formKey: 'any' });
        expect(JSON.stringify(document)).toBe(before);
        for (const { message, path } of parsed.problems) {
          expect(message).toMatch(/[\u4e00-\u9fa5]/);
          expect(path.every((part) => typeof part === 'string' || typeof part === 'number')).toBe(true);
        }
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0);
          return;
        }
        const again = parseFormDefinition(JSON.stringify(parsed.value), vocabulary, { formKey: 'any' });
        expect(again.ok && permissions(again.value)).toEqual(permissions(parsed.value));
      },
      { cases: 4000 },
    );
  },
  PATIENCE,
);

it(
  'what was read compiles, and its rules answer for anybody anywhere',
  () => {
    const cases = rawDocument
      .map((document) => parseFormDefinition(document, vocabulary, { formKey: 'any' }))
      .filter((parsed) => parsed.ok)
      .chain((parsed) => {
        const compiled = compileForm(parsed.value, vocabulary);
        return fc.record({ compiled: fc.constant(compiled), situation: situationOf(compiled) });
      });
    holds(
      'rules of any JSON',
      cases,
      ({ compiled, situation }) => {
        for (const field of compiled.fields.values()) {
          const { visible, editable, required } = field.access({ values: {}, situation });
          expect([typeof visible, typeof editable, typeof required]).toEqual(['boolean', 'boolean', 'boolean']);
          expect(editable && !visible).toBe(false);
          field.validate(field.initial({ values: {}, situation }), { values: {}, situation });
          field.compute?.({ values: {}, situation });
        }
      },
      { cases: 600 },
    );
  },
  PATIENCE,
);

it(
  'a valid form has no error, and reads the same after being written',
  () => {
    holds(
      'valid forms through parse',
      formDefinition,
      (definition) => {
        const parsed = parseFormDefinition(definition, vocabulary);
        expect(parsed.problems.filter(({ level }) => level === 'error')).toEqual([]);
        expect(hasErrors(parsed.problems)).toBe(false);
        const again = parseFormDefinition(JSON.stringify(parsed.ok && parsed.value), vocabulary);
        expect(again.ok && again.value).toEqual(parsed.ok && parsed.value);
        expect(again.problems.filter((one) => one.level === 'error')).toEqual([]);
      },
      { cases: 1500 },
    );
  },
  PATIENCE,
);
