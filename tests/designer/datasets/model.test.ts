import { describe, expect, it } from 'vitest';
import { proposeChart } from '../../../src/designer/datasets/model/chart.ts';
import {
  addCount,
  addDerivedFigure,
  addGroup,
  addMeasure,
  changeFunction,
  DERIVED_FIGURES,
  measuresIn,
  readDataset,
  removeFigure,
  removeGroup,
  textOfDataset,
  type DatasetDoc,
  type Measure,
} from '../../../src/designer/datasets/model/datasetDoc.ts';
import { describeDataset } from '../../../src/designer/datasets/model/describeDataset.ts';
import {
  addFilter,
  addParameterFilter,
  withFilters,
  withoutUnreadParams,
} from '../../../src/designer/datasets/model/filterDoc.ts';
import { readFilters, whereOf, type Filter } from '../../../src/designer/datasets/model/filters.ts';
import { sourceFields, tablesOf, type SourceField } from '../../../src/designer/datasets/model/sourceFields.ts';
import { compileForm, createVocabulary } from '../../../src/kernel/index.ts';
import { parseDataset, parseFormDefinition } from '../../../src/importer/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const read = parseFormDefinition(
  {
    formKey: 'contract',
    formName: '合同',
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称' },
      { tag: 'el-input', __vModel__: '中文键', label: '中文键的字段' },
      { tag: 'el-input-number', __vModel__: 'amount', label: '合同金额' },
      { tag: 'el-date-picker', __vModel__: 'signDate', label: '签订日期', type: 'date' },
      { tag: 'deptSelector', __vModel__: 'dept', label: '部门' },
      {
        tag: 'el-select',
        __vModel__: 'kind',
        label: '类别',
        __slot__: { options: [{ label: '检测', value: 'test' }] },
      },
      { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'customer' },
      { tag: 'recordSelector', __vModel__: 'others', label: '相关', to: 'customer', multiple: true },
      {
        tag: 'subTable',
        __vModel__: 'lines',
        label: '明细',
        children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
      },
    ],
  },
  vocabulary,
);
if (!read.ok) throw new Error('the form of the test does not parse');
const form = compileForm(read.value, vocabulary);
const fields = sourceFields(form, vocabulary, {});
const field = (path: string): SourceField => fields.find((one) => one.path === path) as SourceField;
const EMPTY: DatasetDoc = { datasetKey: 'd', name: 'D', from: 'contract' };
const problemsOf = (doc: DatasetDoc): string[] => {
  const parsed = parseDataset(JSON.parse(textOfDataset(doc)), vocabulary);
  return parsed.problems.map(({ message }) => message);
};

it('a month or year is stored as text: it is offered neither with periods nor with parts of a date', () => {
  const picker = (key: string, type: string) => ({ tag: 'el-date-picker', __vModel__: key, label: key, type });
  const types = ['date', 'datetime', 'week', 'month', 'year'];
  const dated = parseFormDefinition(
    { formKey: 'dated', formName: '日期', fields: types.map((type) => picker(type, type)) },
    vocabulary,
  );
  if (!dated.ok) throw new Error('the form of the test does not parse');
  const kinds = new Map(
    sourceFields(compileForm(dated.value, vocabulary), vocabulary, {}).map(({ path, kind }) => [path, kind]),
  );
  expect(types.map((type) => kinds.get(type))).toEqual(['date', 'date', 'date', 'text', 'text']);
});

describe('the fields of a source', () => {
  it('are told apart by what can be done with them; lists of records and tables are left out', () => {
    expect(fields.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'name text',
      'amount number',
      'signDate date',
      'dept dept',
      'kind choice',
      'customer relation',
      'createTime date',
      'createByName text',
      'flwState choice',
    ]);
    expect(field('customer').to).toBe('customer');
    expect(tablesOf(form)).toEqual([{ key: 'lines', name: '明细' }]);
  });

  it('of a relation are named with it, and those of rows come first', () => {
    const far = sourceFields(form, vocabulary, { before: { path: 'contract.', label: '合同 / ' } });
    expect(far[0]).toMatchObject({ path: 'contract.name', label: '合同 / 名称' });
    expect(sourceFields(form, vocabulary, { tableKey: 'lines' })[0]).toMatchObject({ path: 'row.price' });
  });
});

describe('a dataset that is made by choosing', () => {
  it('says each month and department the amount, in a text that the product reads', () => {
    const doc = addMeasure(addGroup(addGroup(EMPTY, field('signDate')), field('dept')), field('amount'));
    expect(JSON.parse(textOfDataset(doc))).toEqual({
      datasetKey: 'd',
      name: 'D',
      from: 'contract',
      groupBy: [
        { key: 'signDate', of: 'signDate', label: '签订日期', by: 'month' },
        { key: 'dept', of: 'dept', label: '部门' },
      ],
      measures: [{ key: 'amount', fn: 'sum', of: 'amount', label: '合同金额', unit: '元', format: 'amount' }],
    });
    expect(problemsOf(doc)).toEqual([]);
    expect(describeDataset(doc, '合同', (path) => field(path))).toBe(
      '全部“合同”记录，按签订日期（每月）、部门分组，计算合同金额的合计。',
    );
    // of a form with a process only those count that have ended, unless the dataset says it itself
    expect(describeDataset(doc, '合同', (path) => field(path), true)).toContain('全部已办结的“合同”记录');
    expect(describeDataset({ ...doc, where: 'flwState == "1"' }, '合同', (path) => field(path), true)).not.toContain(
      '已办结的',
    );
  });

  it('does not group by the same field twice, and gives measures of one field different keys', () => {
    const once = addGroup(EMPTY, field('dept'));
    expect(addGroup(once, field('dept'))).toBe(once);
    const twice = addMeasure(addMeasure(EMPTY, field('amount')), field('amount'));
    expect(measuresIn(twice).map(({ key }) => key)).toEqual(['amount', 'amount2']);
    expect(problemsOf(addCount(addMeasure(twice, field('dept'))))).toEqual([]);
  });

  it('adds a share, a running total and a growth, and takes all of them away with what they are made of', () => {
    const base = addGroup(addMeasure(EMPTY, field('amount')), field('signDate'));
    const sum = measuresIn(base)[0] as Measure;
    const full = (['share', 'running', 'growth'] as const).reduce(
      (doc, extra) => addDerivedFigure(doc, sum, extra),
      base,
    );
    expect(problemsOf(full)).toEqual([]);
    expect(full.columns?.[0]).toMatchObject({ computed: '(amount - amountLastYear) / amountLastYear' });
    const left = removeFigure({ ...full, order: ['-amount', 'signDate'] }, 'amount');
    expect(left.columns).toEqual([]);
    expect(measuresIn(left).map(({ key }) => key)).toEqual(['amountLastYear']);
    expect(left.order).toEqual(['signDate']);
    expect(removeGroup(left, 'signDate').order).toEqual([]);
  });

  it('compares a measure with its own former value, and not with that of another condition', () => {
    const done: Measure = { key: 'done', fn: 'count', where: 'isDone', label: '已完成' };
    const open: Measure = { key: 'open', fn: 'count', where: '!isDone', label: '未完成' };
    const base: DatasetDoc = { ...EMPTY, measures: [open, done] };
    const both = addDerivedFigure(addDerivedFigure(base, open, 'growth'), done, 'growth');
    expect(both.columns?.map(({ computed }) => computed)).toEqual([
      '(open - openLastYear) / openLastYear',
      '(done - doneLastYear) / doneLastYear',
    ]);
    expect(measuresIn(addDerivedFigure(both, done, 'growth'))).toHaveLength(4);
  });

  it('counts values without their unit', () => {
    const doc = changeFunction(addMeasure(EMPTY, field('amount')), 'amount', 'distinct');
    expect(measuresIn(doc)).toEqual([{ key: 'amount', fn: 'distinct', of: 'amount', label: '合同金额' }]);
    const averaged = changeFunction(addMeasure(EMPTY, field('amount')), 'amount', 'avg');
    expect(measuresIn(averaged)[0]).toMatchObject({ fn: 'avg', unit: '元' });
  });

  it('shortens names that are longer than labels', () => {
    const long = { ...field('amount'), name: '是否因产品质量问题受到过行政处罚'.repeat(4) };
    const base = addGroup(addMeasure(addMeasure(EMPTY, long), { ...long, kind: 'text' }), long);
    const sum = measuresIn(base)[0] as Measure;
    const full = DERIVED_FIGURES.reduce((doc, { id }) => addDerivedFigure(doc, sum, id), base);
    expect(
      problemsOf({ ...full, groupBy: [...(full.groupBy ?? []), { key: 'signDate', of: 'signDate', by: 'month' }] }),
    ).toEqual([]);
    expect(full.columns?.[0]?.label).toMatch(/^.{38}同比$/);
  });

  it('keeps what it does not know of a text, and is not shown where the text is no dataset', () => {
    const text = JSON.stringify({ from: 'contract', own: { x: 1 }, where: 'a == 1' });
    const doc = readDataset(text);
    expect(doc && JSON.parse(textOfDataset(addCount(doc)))).toMatchObject({ own: { x: 1 }, where: 'a == 1' });
    expect([readDataset('{'), readDataset('[]'), readDataset('{"from":1}'), readDataset('{"from":"a","groupBy":[1]}')])
      // none of them
      .toEqual([null, null, null, null]);
  });
});

describe('filters', () => {
  const all: Filter[] = [
    { kind: 'period', path: 'signDate', period: 'thisYear()' },
    { kind: 'asked', path: 'customer.signDate', param: 'period', isPeriod: true },
    { kind: 'asked', path: 'project.deptId', param: 'dept', isPeriod: false },
    { kind: 'compare', path: 'amount', op: '>=', value: 5000 },
    { kind: 'compare', path: 'name', op: 'contains', value: "a && (b) 'c'" },
    { kind: 'compare', path: 'kind', op: '==', value: 'test' },
    { kind: 'compare', path: 'isOld', op: '==', value: true },
    { kind: 'compare', path: 'name', op: 'empty', value: '' },
    { kind: 'compare', path: 'name', op: 'filled', value: '' },
  ];

  it('are read back from the condition that they write', () => {
    expect(readFilters(whereOf(all))).toEqual(all);
    expect(readFilters(undefined)).toEqual([]);
  });

  it('read the condition of a shipped dataset, and leave one that says more as it is', () => {
    expect(
      readFilters('within(signDate, params.period) && (isEmpty(params.dept) || project.deptId == params.dept)'),
    ).toHaveLength(2);
    expect(readFilters('a == 1 || b == 2')).toBeNull();
    const asked = 'isEmpty(params.dept) || deptId == params.dept';
    expect(readFilters(asked)).toHaveLength(1);
    expect(readFilters(`(${asked}) && flag == true`)).toHaveLength(2);
    // `&&` binds tighter
    expect(readFilters(`${asked} && flag == true`)).toBeNull();
    const doc = { ...EMPTY, where: 'a == 1 || b == 2' };
    expect(addFilter(doc, field('amount'))).toBe(doc);
  });

  it('that ask bring their parameter, and take it away with them', () => {
    const asked = addParameterFilter(addFilter(EMPTY, field('signDate')), field('signDate'), 0);
    expect(asked).toMatchObject({
      where: 'within(signDate, params.signDate)',
      params: [{ tag: 'el-date-picker', type: 'daterange', defaultValue: 'thisYear()' }],
    });
    const both = addFilter(asked, field('dept'));
    expect(both.params).toHaveLength(2);
    expect(problemsOf(both)).toEqual([]);
    const paramsAfter = (before: DatasetDoc, change: Partial<DatasetDoc>) =>
      withoutUnreadParams(before, { ...before, ...change }).params;
    expect(withoutUnreadParams(both, withFilters(both, [])).params).toEqual([]);
    expect(withFilters(both, []).where).toBeUndefined();
    // a filter that asks by another field takes the place of one with its parameter
    expect(withoutUnreadParams(asked, addParameterFilter(asked, field('dept'), 0)).params).toMatchObject([
      { tag: 'deptSelector' },
    ]);
    // also where the condition is written as an expression; one that a measure reads stays
    expect(paramsAfter(both, { where: 'within(signDate, params.signDate) || amount > 5' })).toHaveLength(1);
    expect(paramsAfter(asked, { where: 'signDate == customer.signDate' })).toHaveLength(1);
    expect(
      paramsAfter(
        { ...asked, where: `${String(asked.where)} && customer.name == ''` },
        { where: 'signDate == customer.signDate' },
      ),
    ).toEqual([]);
    // a line break stands before the name, or the name is only half typed
    expect(paramsAfter(both, { where: 'amount > 5 &&\nwithin(signDate, params["signDate"])' })).toHaveLength(1);
    for (const where of [
      'within(signDate, params.signDat)',
      'within(signDate, params.)',
      'within(signDate, par.signDate)',
      'within(signDate, ',
    ])
      expect(paramsAfter(asked, { where })).toHaveLength(1);
    // an expression that did not parse read it, too
    expect(paramsAfter({ ...asked, where: 'within(signDate, params.signDate) &&' }, { where: 'amount > 5' })).toEqual(
      [],
    );
    const read = {
      ...both,
      measures: [{ key: 'n', fn: 'count' as const, where: 'within(signDate, params.signDate)' }],
    };
    expect(withoutUnreadParams(read, withFilters(read, [])).params).toHaveLength(1);
    expect(withoutUnreadParams(read, { ...read, where: 'amount > 5', measures: [] }).params).toEqual([]);
  });
});

describe('the chart that is proposed', () => {
  const group = (key: string, by: string | null = null) => ({ key, label: key, by });
  const figures = [{ key: 'amount', label: '金额', isMeasure: true }];
  const rows = (count: number) => Array.from({ length: count }, (_v, index) => ({ keys: [String(index), 'x'] }));

  it.each([
    ['a month and a department', [group('m', 'month'), group('d')], 12, { type: 'stacked', x: 'm', series: 'd' }],
    ['a department and a month', [group('d'), group('m', 'month')], 12, { type: 'stacked', x: 'm', series: 'd' }],
    ['twelve months', [group('m', 'month')], 12, { type: 'bar', x: 'm' }],
    ['many days', [group('m', 'day')], 60, { type: 'line', x: 'm' }],
    ['few kinds', [group('k')], 4, { type: 'pie', x: 'k' }],
    ['some kinds', [group('k')], 9, { type: 'bar', x: 'k' }],
    ['many kinds', [group('k')], 30, { type: 'row', x: 'k' }],
  ])('of %s fits them', (_name, groups, count, wanted) => {
    expect(proposeChart({ groups, figures, rows: rows(count) })).toMatchObject(wanted);
  });

  it('is none where there is one figure alone', () => {
    expect(proposeChart({ groups: [], figures, rows: rows(1) })).toBeNull();
  });
});
