import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ISchema } from '@formily/react';
import { compileForm } from '../../../src/kernel/index.ts';
import { schemaTreeOf } from '../../../src/runtime/formily/fieldStore.ts';
import { LAYOUT_NAME, toFormilySchema } from '../../../src/runtime/formily/toFormilySchema.ts';
import { registry } from '../../widgets/support.tsx';
import { compiled, COUNT, NAME, record, SEAL, session, TOTAL } from '../support.tsx';

type Properties = Record<string, ISchema>;
const partsOf = (schema: ISchema | undefined): Properties => (schema?.properties ?? {}) as Properties;

const TABLE = { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [COUNT] };
const FORM = [
  { tag: 'el-card', label: '卡', children: [NAME, TOTAL] },
  { tag: 'el-tabs', children: [{ label: '页', children: [SEAL] }] },
  TABLE,
];

describe('the schema of a compiled form', () => {
  const layout = partsOf(toFormilySchema(compiled(...FORM)))[LAYOUT_NAME];
  const [card, tabs, table] = Object.values(partsOf(layout));

  test('names the tag of a field as its component, the field frame as its decorator', () => {
    expect(partsOf(card).name).toMatchObject({
      type: 'string',
      title: '名称',
      'x-component': 'el-input',
      'x-decorator': 'FieldFrame',
    });
    expect(partsOf(card).total).toMatchObject({ type: 'number', 'x-component': 'el-input-number' });
  });

  test('has the compiled closures as reactions: access for every field, one more for a computed value', () => {
    expect(partsOf(card).name?.['x-reactions']).toHaveLength(1);
    expect(partsOf(card).total?.['x-reactions']).toHaveLength(2);
    expect(partsOf(card).name?.['x-validator']).toHaveLength(2);
  });

  test('has containers and panes as void nodes, a sub-table as one array without columns', () => {
    expect(card).toMatchObject({ type: 'void', 'x-component': 'el-card' });
    const [pane] = Object.values(partsOf(tabs));
    expect(pane).toMatchObject({ type: 'void', 'x-component': 'Pane' });
    expect(Object.keys(partsOf(pane))).toEqual(['seal']);
    expect(table).toMatchObject({ type: 'array', 'x-component': 'subTable' });
    expect(table?.items).toBeUndefined();
  });
});

test('is made once for a compiled form: node, mode and owner change without anything being compiled', () => {
  const form = session({ fields: FORM, record: record({ name: '甲' }) });
  const [schema, tree] = [toFormilySchema(form.compiled), schemaTreeOf(form.compiled)];
  form.setSituation({ isEdit: '0' });
  expect(form.access('name').editable).toBe(false);
  form.setSituation({
    isEdit: '1',
    taskNode: '审核',
    nodeRules: { taskNode: '审核', fields: { name: { editable: '0' } }, tables: {}, actions: [] },
  });
  expect(form.access('name').editable).toBe(false);
  form.setSituation({ nodeRules: null, user: { id: 'u2', name: '别人', roles: [] } });
  expect(form.access('name').editable).toBe(true);
  expect(toFormilySchema(form.compiled)).toBe(schema);
  expect(schemaTreeOf(form.compiled)).toBe(tree);
});

test('gives no served text to the compiler of Formily, in an application that has one either', () => {
  const evil = '{{ globalThis.stolen = 1 }}';
  // the importer takes such text away: here it comes past it
  const fields = [{ ...NAME, label: evil, help: evil }];
  const made = compileForm({ formKey: 'test', formName: '测试', fields } as never, registry);
  const [field] = Object.values(partsOf(partsOf(toFormilySchema(made))[LAYOUT_NAME]));
  const holds = (value: unknown): boolean => JSON.stringify(value)?.includes('stolen') === true;
  const keys = Object.keys(field ?? {}).filter((key) => holds(field?.[key as keyof ISchema]));
  expect(keys).toContain('x-node');
  expect(keys.filter((key) => !((field?.['x-compile-omitted'] ?? []) as string[]).includes(key))).toEqual([]);
});

test('replaces Formily’s compiler in the product’s own form view only: an application that takes our schemas and components keeps its own', () => {
  const source = (path: string): string => readFileSync(`${import.meta.dirname}/../../../src/runtime/${path}`, 'utf8');
  expect(source('formily/toFormilySchema.ts')).not.toMatch(/^import(?! type).*@formily\/react'/m);
  const folder = readdirSync(`${import.meta.dirname}/../../../src/runtime/formily`);
  expect(folder.filter((file) => /^import '.*refuseCompiler/m.test(source(`formily/${file}`)))).toEqual([]);
  expect(source('form/FormView.tsx')).toMatch(/^import '.*refuseCompiler/m);
});
