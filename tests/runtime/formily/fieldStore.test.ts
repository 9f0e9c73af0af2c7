import { createForm, isArrayField, isField, isVoidField, type Field } from '@formily/core';
import { observable } from '@formily/reactive';
import { describe, expect, test, vi } from 'vitest';
import { createLightField } from '../../../src/runtime/formily/lightField.ts';
import { COUNT, NAME, PRICE, record, session, TOTAL } from '../support.tsx';

const fieldOf = (form: ReturnType<typeof session>, key: string): Field => form.form?.query(key).take() as Field;

describe('the fields of Formily are the store of a form', () => {
  test('a field that is taken away takes its value, its access and its problem along', () => {
    const form = session({ fields: [NAME, COUNT], record: record({ name: '', count: 2 }) });
    form.validate();
    expect(form.problems('name')).toHaveLength(1);
    fieldOf(form, 'name').destroy();
    expect(form.values.name).toBeUndefined();
    expect(form.access('name')).toEqual({ visible: false, editable: false, required: false });
    expect(form.problems('name')).toEqual([]);
    form.setValue('name', '甲');
    expect(form.values.name).toBeUndefined();
    expect(form.values.count).toBe(2);
  });

  test('what Formily changes is what the form shows and saves', () => {
    const form = session({ fields: [NAME, COUNT, PRICE, TOTAL], record: record({ name: '甲', count: 2, price: 3 }) });
    const heard: string[] = [];
    form.onValueChange('total', () => heard.push('total'));
    fieldOf(form, 'count').value = 5;
    expect(form.values.total).toBe(15);
    expect(heard).toEqual(['total']);
    expect(form.isDirty).toBe(true);
    fieldOf(form, 'name').selfErrors = ['别处说不行'];
    expect(form.problems('name').map(({ message }) => message)).toEqual(['别处说不行']);
    fieldOf(form, 'name').setPattern('readPretty');
    expect(form.access('name').editable).toBe(false);
    expect(form.toRecord().fieldsMap).toMatchObject({ name: '甲', count: 5, total: 15 });
  });

  test('an input that a component reports to its field is the edit of the user', async () => {
    const form = session({ fields: [NAME], record: record({ name: '' }) });
    form.validate();
    expect(form.problems('name')).toHaveLength(1);
    await fieldOf(form, 'name').onInput({ target: { value: '乙' }, currentTarget: null });
    expect(form.values.name).toBe('');
    await fieldOf(form, 'name').onInput('乙');
    expect(form.values.name).toBe('乙');
    expect(form.isDirty).toBe(true);
    expect(form.problems('name')).toEqual([]);
  });

  test('a problem carries its code and path, and Formily sees its text', () => {
    const form = session({ fields: [NAME], record: record({ name: '' }) });
    form.validate();
    expect(form.problems('name')[0]).toMatchObject({ code: 'VALUE_REQUIRED', path: [] });
    expect(fieldOf(form, 'name').selfErrors).toEqual(['请填写名称']);
    expect(form.problems('name')).toBe(form.problems('name'));
    form.clearProblems();
    expect(fieldOf(form, 'name').selfErrors).toEqual([]);
  });

  test('Formily validates by the compiled checks', async () => {
    const form = session({
      fields: [{ ...NAME, required: false, regList: [{ pattern: '/^\\d+$/', message: '应为数字' }] }],
      record: record({ name: '甲' }),
    });
    await expect(form.form?.validate()).rejects.toMatchObject([{ messages: ['名称：应为数字'] }]);
    form.setValue('name', '12');
    await expect(form.form?.validate()).resolves.toBeUndefined();
  });

  test('every field is there before any of them is shown, a sub-table as one array field', () => {
    const table = { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [COUNT] };
    const card = { tag: 'el-card', label: '卡', children: [NAME, table] };
    const { form } = session({ fields: [card], record: record({ name: '甲' }) });
    const fields = Object.values(form?.fields ?? {});
    expect(fields.filter(isVoidField)).toHaveLength(2);
    expect(fields.filter((one) => isArrayField(one)).map(({ path }) => path.toString())).toEqual(['rows']);
    expect(fields.filter((one) => isField(one) && !isArrayField(one)).map(({ path }) => path.toString())).toEqual([
      'name',
    ]);
  });

  test('a record that is only read makes no Formily form', () => {
    expect(session({ fields: [NAME], record: record({ name: '甲' }), mode: 'view' }).form).toBeNull();
  });
});

describe('a very long form', () => {
  const fields = Array.from({ length: 5000 }, (_none, i) => ({
    tag: 'el-input',
    __vModel__: `f${i}`,
    required: i % 2 === 0,
    ...(i % 3 === 0 ? { visibleWhen: `f1 != ''` } : {}),
  }));

  test('of 5,000 fields opens, takes values, follows the situation, is checked, saved and loaded again', () => {
    const stored = record(Object.fromEntries(fields.map(({ __vModel__ }) => [__vModel__, '旧'])));
    const form = session({ fields, record: stored });
    expect(Object.keys(form.form?.fields ?? {})).toHaveLength(5001);
    form.setValue('f1', '');
    expect(form.access('f3').visible).toBe(false);
    form.setValue('f1', '新');
    expect(form.access('f3').visible).toBe(true);
    form.setSituation({ isEdit: '0' });
    expect(form.access('f4998').editable).toBe(false);
    form.setSituation({ isEdit: '1' });
    form.load(record(Object.fromEntries(fields.map(({ __vModel__ }) => [__vModel__, '']))));
    expect(form.validate()).toHaveLength(1666);
    form.load(stored);
    expect(form.validate()).toEqual([]);
    expect(form.toRecord().fieldsMap.f4999).toBe('旧');
    form.markSaved(stored);
    expect(form.isDirty).toBe(false);
  }, 120_000);
});

test('a reaction that fails is reported, and those after it run', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const form = createForm();
  const state = observable({ step: 0, next: 0 });
  const ran: string[] = [];
  const react = (name: string, reaction: () => void) =>
    createLightField(form, { name, basePath: '', reactions: [reaction] });
  react('failing', () => {
    if (state.step === 0) return;
    state.next = state.step;
    throw new Error(`失败${state.step}`);
  });
  react('queued', () => ran.push(`next ${state.next}`));
  react('waiting', () => ran.push(`step ${state.step}`));
  ran.length = 0;
  state.step = 1;
  expect(ran.toSorted()).toEqual(['next 1', 'step 1']);
  state.step = 2;
  expect(ran.toSorted()).toEqual(['next 1', 'next 2', 'step 1', 'step 2']);
  expect(report.mock.calls.map(([error]) => (error as Error).message)).toEqual(['失败1', '失败2']);
  vi.unstubAllGlobals();
  form.onUnmount();
});
