import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import type { CompiledForm, Scope } from '../../src/kernel/form.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { compile, define, nodeRules, parse, situation, vocabulary } from './support.ts';

const scope = (values: Record<string, unknown> = {}, change: Partial<Situation> = {}): Scope => ({
  values,
  situation: situation(change),
});
const codes = (form: CompiledForm, key: string, value: unknown, at: Scope = scope()): string[] =>
  form.fields
    .get(key)
    ?.validate(value, at)
    .map(({ code }) => code) ?? [];

const input = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});

describe('a compiled form', () => {
  it('is made once per definition and vocabulary', () => {
    const definition = define([input('a')]);
    expect(compileForm(definition, vocabulary)).toBe(compileForm(definition, vocabulary));
  });

  it('reads the situation when asked, so that a switch needs no new compile (RP-008)', () => {
    const access = compile([input('a')]).fields.get('a')?.access;
    expect(access?.(scope())).toEqual({ visible: true, editable: true, required: false });
    expect(access?.(scope({}, { isEdit: '0' }))).toMatchObject({ editable: false });
    expect(
      access?.(scope({}, { nodeRules: nodeRules({ fields: { a: { editable: '1', required: '1' } } }) })),
    ).toMatchObject({ editable: true, required: true });
  });

  it('joins rules and linkage', () => {
    const form = compile([
      input('a'),
      input('b', { visibleWhen: 'a == "1"', editableWhen: 'a != "2"', requiredWhen: 'a == "1"' }),
    ]);
    const access = (values: Record<string, unknown>): unknown => form.fields.get('b')?.access(scope(values));
    expect(access({ a: '1' })).toEqual({ visible: true, editable: true, required: true });
    expect(access({ a: '2' })).toEqual({ visible: false, editable: false, required: false });
    expect(form.fields.get('b')?.dependencies).toEqual(['a']);
  });

  it('hides what stands in a hidden container and asks for nothing there', () => {
    const form = compile([
      input('a'),
      {
        tag: 'el-card',
        label: '卡',
        visibleWhen: 'a == "1"',
        children: [{ tag: 'row', children: [input('b', { required: true })] }],
      },
    ]);
    const card = form.definition.fields[1];
    expect(card && form.isNodeVisible(card, scope())).toBe(false);
    expect(codes(form, 'b', '')).toEqual([]);
    expect(codes(form, 'b', '', scope({ a: '1' }))).toEqual(['VALUE_REQUIRED']);
  });

  it('keeps a layout-hidden field out of sight, but neither out of reach nor out of what leaves the server', () => {
    const field = compile([input('a', { isHideField: '1', required: true })]).fields.get('a');
    expect(field?.access(scope())).toEqual({ visible: false, editable: false, required: false });
    expect([field?.mayRead(situation()), field?.mayWrite(scope())]).toEqual([true, true]);
  });

  it('takes a condition that cannot be evaluated for not holding', () => {
    const { definition } = parse([input('a', { visibleWhen: 'nope == 1', requiredWhen: '1 +' })]);
    const form = definition && compileForm(definition, vocabulary);
    expect(form?.fields.get('a')?.access(scope())).toEqual({ visible: false, editable: false, required: false });
  });

  it('tracks only the values that its expressions name', () => {
    const form = compile([input('a'), input('b', { visibleWhen: 'a == "1"' }), input('c')]);
    const read: string[] = [];
    const values = new Proxy(
      { a: '1' },
      {
        get: (target, key) => {
          read.push(String(key));
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    form.fields.get('b')?.access({ values, situation: situation() });
    expect(read).toEqual(['a']);
  });
});

describe('computed values', () => {
  it('come in an order in which each follows those it reads, columns and fields mixed', () => {
    const form = compile([
      number('rest', { computed: 'total - paid' }),
      number('paid'),
      number('total', { computed: 'sum(t.map(r, r.amount))' }),
      {
        tag: 'subTable',
        __vModel__: 't',
        children: [number('amount', { computed: 'price * n * form.rate' }), number('price'), number('n')],
      },
      number('rate', { computed: 'paid + 1' }),
    ]);
    expect(form.computeSteps).toEqual([
      { key: 'rate' },
      { key: 'amount', table: 't' },
      { key: 'total' },
      { key: 'rest' },
    ]);
    expect(form.computeOrder).toEqual(['rate', 'total', 'rest']);
  });

  it('have the decimals of their field, without binary noise', () => {
    const form = compile([
      number('a'),
      number('b', { computed: 'a * 3' }),
      number('c', { computed: 'a * 3', precision: 0 }),
    ]);
    expect(['b', 'c'].map((key) => form.fields.get(key)?.compute?.(scope({ a: 0.1 })))).toEqual([0.3, 0]);
  });

  it('are null where they cannot be evaluated, and never throw', () => {
    const { definition } = parse([
      number('a', { computed: 'b + 1' }),
      number('b', { computed: 'a + 1' }),
      number('c', { computed: '"x" + 1' }),
      number('d', { computed: '1 / 0' }),
    ]);
    const form = definition && compileForm(definition, vocabulary);
    expect(form?.computeOrder).toEqual(['c', 'd']);
    expect(['c', 'd'].map((key) => form?.fields.get(key)?.compute?.(scope()))).toEqual([null, null]);
  });
});

describe('validation of a value', () => {
  it('asks for required values of editable fields only', () => {
    const form = compile([input('a', { required: true })]);
    expect([undefined, null, ''].map((value) => codes(form, 'a', value))).toEqual([
      ['VALUE_REQUIRED'],
      ['VALUE_REQUIRED'],
      ['VALUE_REQUIRED'],
    ]);
    expect(codes(form, 'a', '', scope({}, { isEdit: '0' }))).toEqual([]);
    expect(form.fields.get('a')?.validate('', scope())[0]?.message).toBe('请填写a');
  });

  it('of a date that must not be before another one compares both as far as they are said, in a row with the row', () => {
    const date = (key: string, more: object = {}) => ({
      tag: 'el-date-picker',
      __vModel__: key,
      label: `日期${key}`,
      ...more,
    });
    const form = compile([
      date('from'),
      date('to', { notBefore: 'from' }),
      {
        tag: 'subTable',
        __vModel__: 't',
        children: [date('begin'), date('end', { notBefore: 'begin' }), date('late', { notBefore: 'from' })],
      },
    ]);
    const to = (value: unknown, from: unknown) => codes(form, 'to', value, scope({ from }));
    expect([
      to('2026-11-30', '2029-12-01'),
      to('2029-12-01', '2029-12-01'),
      to('2029-12', '2029-12-31'),
      to('2029-11', '2029-12-31'),
    ]).toEqual([['VALUE_RANGE'], [], [], ['VALUE_RANGE']]);
    expect([to('', '2029-12-01'), to('2026-01-01', ''), to('2026-01-01', undefined), to('2026-01-01', 5)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(form.fields.get('to')?.validate('2026-11-30', scope({ from: '2029-12-01' }))[0]?.message).toContain(
      '不能早于“日期from”',
    );
    // nobody finds out by trying what they may not see
    const hidden = compile([date('from', { flowVisible: '0' }), date('to', { notBefore: 'from' })]);
    expect(codes(hidden, 'to', '2026-11-30', scope({ from: '2029-12-01' }))).toEqual([]);
    const rows = [{ id: '1', fieldsMap: { begin: '2026-02-01', end: '2026-01-01', late: '2026-01-01' } }];
    expect(
      form.fields
        .get('t')
        ?.validate(rows, scope({ from: '2026-03-01' }))
        .map(({ path, message }) => [...path, message.includes(path[1] === 'end' ? '“日期begin”' : '“日期from”')]),
    ).toEqual([
      [0, 'end', true],
      [0, 'late', true],
    ]);
  });

  it('that names a date which is none is refused when it is published', () => {
    const date = (more: object) =>
      parse([input('a'), { tag: 'el-date-picker', __vModel__: 'to', ...more }]).problems.map(({ code, path }) => [
        code,
        path,
      ]);
    expect([date({ notBefore: 'nothing' }), date({ notBefore: 'a' })]).toEqual([
      [['DOC_REFERENCE', [1, 'notBefore']]],
      [['DOC_REFERENCE', [1, 'notBefore']]],
    ]);
    expect(date({ notBefore: 'to' })[0]?.[0]).toBe('DOC_SHAPE');
  });

  it('whose default rows depend on several fields is refused when it is published (SC-013)', () => {
    const problemsOf = (defaultTbDataDependKey: string) =>
      parse([
        input('a'),
        input('b'),
        {
          tag: 'subTable',
          __vModel__: 't',
          defaultTbDataResourceApi: '/pms/items',
          defaultTbDataDependKey,
          children: [input('c')],
        },
      ]).problems;
    const codes = (key: string) => problemsOf(key).map(({ code }) => code);
    // the key with its blank is what no field has
    expect(problemsOf(' a')[0]?.params.name).toBe(' a');
    expect([codes('a'), codes('a,b'), codes('x')]).toEqual([[], ['DOC_REFERENCE'], ['DOC_REFERENCE']]);
  });

  it('is not content with text in which nothing is to be seen', () => {
    const form = compile([
      input('a', { required: true }),
      input('b'),
      { tag: 'el-select', __vModel__: 's', multiple: true, 'allow-create': true, required: true },
    ]);
    const blanks = [' ', '\t', '\n', '\u3000', '\u200b', '\ufeff', '\u2060\u00ad', ' \u200d ', '\u3164', '\u2800'];
    expect(blanks.filter((value) => codes(form, 'a', value)[0] !== 'VALUE_REQUIRED')).toEqual([]);
    expect(['0', '.', 'é', '👍\u200d', '\ue000', ' 甲 '].map((value) => codes(form, 'a', value))).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
    expect([codes(form, 'b', ' '), codes(form, 'a', ' ', scope({}, { isEdit: '0' }))]).toEqual([[], []]);
    expect([codes(form, 's', [' ', '\u200b']), codes(form, 's', [' ', '甲'])]).toEqual([['VALUE_REQUIRED'], []]);
  });

  it('refuses a wrong type, a foreign option, a wrong format and what the widget refuses', () => {
    const form = compile([
      input('a', { regList: [{ pattern: '/^\\d+$/', message: '只填数字' }] }),
      number('n', { min: 3 }),
      {
        tag: 'el-select',
        __vModel__: 's',
        __slot__: { options: [{ label: '一', value: 1, children: [{ label: '二', value: 2 }] }] },
      },
      { tag: 'el-select', __vModel__: 'd', isDict: '1', dictCode: 'x' },
      {
        tag: 'el-select',
        __vModel__: 'free',
        'allow-create': true,
        __slot__: { options: [{ label: '一', value: '1' }] },
      },
    ]);
    expect(codes(form, 'a', 5)).toEqual(['VALUE_TYPE']);
    expect(form.fields.get('a')?.validate('x', scope())[0]?.message).toBe('a：只填数字');
    expect(codes(form, 'n', 1)).toEqual(['VALUE_RANGE']);
    expect([1, '1', 2, 9, [1, 9], ''].map((value) => codes(form, 's', value)[0])).toEqual([
      undefined,
      undefined,
      undefined,
      'VALUE_OPTION',
      'VALUE_OPTION',
      undefined,
    ]);
    expect([codes(form, 'd', 'anything'), codes(form, 'free', 'new')]).toEqual([[], []]);
  });

  it('leaves a stored option that is gone, names one that is not stored by its label, and asks again below another value', () => {
    const options = (...values: string[]) => ({ options: values.map((value) => ({ label: `${value}章`, value })) });
    const list = { tag: 'el-checkbox-group', __vModel__: 'c', __slot__: options('a') };
    const form = compile([
      input('p'),
      list,
      { ...list, __vModel__: 's', dependKey: 'p', __slot__: { options: [{ label: 'x', value: 'x', parent: '1' }] } },
      { tag: 'subTable', __vModel__: 't', children: [{ ...list, flowEditable: '1' }], flowEditable: '1' },
    ]);
    const rows = (c: string[]) => [{ id: 'r1', fieldsMap: { c } }];
    const at = (values: Record<string, unknown>): Scope => ({
      ...scope(values, { isEdit: '1' }),
      storedValues: (table) => (table === undefined ? { c: ['gone'], s: ['x'], p: '1' } : { c: ['gone'] }),
    });
    expect(codes(form, 'c', ['gone', 'a'], at({}))).toEqual([]);
    expect(codes(form, 'c', ['gone'])).toEqual(['VALUE_OPTION']);
    expect(form.fields.get('c')?.validate(['gone', 'b'], at({ cLabel: '旧章、乙章' }))[0]?.message).toBe(
      'c：“乙章”不在可选范围内',
    );
    expect([codes(form, 's', ['x'], at({ p: '1' })), codes(form, 's', ['x'], at({ p: '2' }))]).toEqual([
      [],
      ['VALUE_OPTION'],
    ]);
    expect([codes(form, 't', rows(['gone']), at({})), codes(form, 't', rows(['b']), at({}))]).toEqual([
      [],
      ['VALUE_OPTION'],
    ]);
  });

  it('of a sub-table names row and column, and its row count', () => {
    const form = compile([
      { tag: 'subTable', __vModel__: 't', minRows: 2, children: [input('a', { required: true }), number('n')] },
    ]);
    const rows = [{ id: '1', fieldsMap: { a: '', n: 'x' } }];
    expect(
      form.fields
        .get('t')
        ?.validate(rows, scope())
        .map(({ code, path }) => [code, ...path]),
    ).toEqual([['ROW_COUNT'], ['VALUE_REQUIRED', 0, 'a'], ['VALUE_TYPE', 0, 'n']]);
  });
});

describe('initial values', () => {
  it('are the default, today, or filled placeholders with their type', () => {
    const form = compile([
      input('who', { defaultValue: '${curentUser}' }),
      number('n', { defaultValue: '${days}' }),
      { tag: 'el-date-picker', __vModel__: 'd', isToday: '1' },
      { tag: 'el-date-picker', __vModel__: 'm', isToday: '1', format: 'YYYY-MM' },
      { tag: 'el-switch', __vModel__: 's' },
      input('none'),
      { tag: 'subTable', __vModel__: 't', children: [input('a')], defaultTbData: [{ a: '${who}' }] },
    ]);
    const initial = (key: string): unknown => form.fields.get(key)?.initial(scope({ days: 3, who: 'x' }));
    expect([initial('who'), initial('n'), initial('s'), initial('none')]).toEqual(['u1', 3, '0', undefined]);
    expect(initial('d')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(initial('m')).toMatch(/^\d{4}-\d\d$/);
    expect(initial('t')).toMatchObject([{ fieldsMap: { a: 'x' } }]);
  });
});
