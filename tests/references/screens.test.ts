import { describe, expect, it } from 'vitest';
import { readDocuments, readWidgets, type Schema } from '../../codegen/grammar.ts';
import { REFERS } from '../../src/grammar/references.ts';
import type { DatasetDefinition } from '../../src/domain/dataset.ts';
import { referencesOfDataset } from '../../src/references/index.ts';
import { ofBlock, said } from './support.ts';

describe('what a screen names', () => {
  it.each<[string, object, string[]]>([
    [
      'a list: columns, filters, order, fixed conditions, sums, buttons',
      {
        tag: 'list',
        formKey: 'contract',
        columns: [{ field: 'customer.customerName' }, { field: 'createTime' }],
        filters: [{ field: 'no' }],
        sums: ['amount'],
        sort: { field: 'no' },
        fixedQuery: { amount: 1 },
        rowActions: [{ name: 'view', when: "row.no != ''", roles: ['hr'] }],
      },
      [
        'form contract @ root.formKey',
        'field contract/customer @ root.columns.0.field',
        'field customer/customerName @ root.columns.0.field',
        'field contract/no @ root.filters.0.field',
        'field contract/amount @ root.sums.0',
        'action view @ root.rowActions.0.name',
        'field contract/no @ root.rowActions.0.when',
        'role hr @ root.rowActions.0.roles.0',
        'field contract/no @ root.sort.field',
        'field contract/amount @ root.fixedQuery.amount',
      ],
    ],
    [
      'related records of a record page, by the relation that points here, with presets of the page',
      {
        tag: 'detail',
        formKey: 'customer',
        children: [
          {
            tag: 'relatedList',
            formKey: 'contract',
            via: 'customer',
            presets: { no: '${grade}' },
            columns: ['amount'],
          },
        ],
      },
      [
        'form customer @ root.formKey',
        'form contract @ root.children.0.formKey',
        'field contract/customer @ root.children.0.via',
        'field contract/amount @ root.children.0.columns.0',
        'field contract/no @ root.children.0.presets.no',
        'field customer/grade @ root.children.0.presets',
      ],
    ],
    [
      'figures: of the page, and of records that point here',
      {
        tag: 'detail',
        formKey: 'contract',
        children: [
          { tag: 'statCard', field: 'amount', tone: "value > 0.0 ? 'danger' : 'default'" },
          { tag: 'statCard', formKey: 'contract', via: 'customer', sum: 'amount' },
        ],
      },
      [
        'form contract @ root.formKey',
        'field contract/amount @ root.children.0.field',
        'form contract @ root.children.1.formKey',
        'field contract/customer @ root.children.1.via',
        'field contract/amount @ root.children.1.sum',
      ],
    ],
    [
      'a chart: the dataset and what it takes of it',
      { tag: 'chart', dataset: 'board/x', x: 'month', y: ['count'] },
      ['dataset board/x @ root.dataset', 'measure board/x/month @ root.x', 'measure board/x/count @ root.y.0'],
    ],
    [
      'a queue: its forms, steps and columns',
      { tag: 'taskList', formKeys: ['contract'], nodeKeys: ['audit'], columns: [{ field: 'no' }] },
      ['form contract @ root.formKeys.0', 'node audit @ root.nodeKeys.0', 'field contract/no @ root.columns.0.field'],
    ],
    [
      'labels, and fields of the system with their dictionaries',
      {
        tag: 'page',
        children: [
          { tag: 'labelPrint', formKey: 'device', code: 'deviceName', fields: [] },
          {
            tag: 'noticeManager',
            fields: [{ tag: 'el-select', __vModel__: 'k', isDict: '1', dictCode: 'noticeKind' }],
          },
        ],
      },
      [
        'form device @ root.children.0.formKey',
        'field device/deviceName @ root.children.0.code',
        'dictionary noticeKind @ root.children.1.fields.0.dictCode',
      ],
    ],
    [
      'no field for a condition on the person',
      { tag: 'page', visibleWhen: "'hr' in user.roles", roles: ['hr'], children: [] },
      ['role hr @ root.roles.0'],
    ],
  ])('%s', async (_what, root, expected) => {
    expect((await ofBlock(root)).sort()).toEqual([...expected].sort());
  });
});

it('a dataset names its form or sub-table, what it groups and measures, and what its condition reads', async () => {
  const dataset = {
    datasetKey: 'd',
    name: 'd',
    from: 'contract.lines',
    params: [{ tag: 'el-select', __vModel__: 'k', isDict: '1', dictCode: 'kinds' }],
    where: 'row.price > 0.0 && no == params.k',
    groupBy: [
      { key: 'g', of: 'customer.grade' },
      { key: 'h', of: 'row.device' },
    ],
    measures: [
      { key: 'm', fn: 'sum', of: 'row.price * 2.0', where: "customer.unit != ''" },
      { key: 's', fn: 'share', of: 'm' },
    ],
  } as unknown as DatasetDefinition;
  expect((await said(referencesOfDataset(dataset))).sort()).toEqual(
    [
      'form contract @ from',
      'field contract/lines @ from',
      'field contract/lines.price @ where',
      'field contract/no @ where',
      'field contract/customer @ groupBy.0.of',
      'field customer/grade @ groupBy.0.of',
      'field contract/lines.device @ groupBy.1.of',
      'field contract/lines.price @ measures.0.of',
      'field contract/customer @ measures.0.where',
      'field customer/unit @ measures.0.where',
      'dictionary kinds @ params.0.dictCode',
    ].sort(),
  );
});

/** Keys whose expression reads nothing that a document could take away: values of a measure, rows of the system. */
const READS_NOTHING = new Set([
  'statTable tones',
  'list columns tone',
  'systemList actions when',
  'systemList rowActions when',
  'dataset columns computed',
  'dataset having',
]);

it('every key of the grammar that holds an expression says whose names it reads', () => {
  const missing: string[] = [];
  const look = (owner: string, schema: Schema, at: readonly string[]): void => {
    const refers = (REFERS[owner] ?? []).some((one) => one.at.filter((key) => key !== '*').join(' ') === at.join(' '));
    const isPart = (REFERS[owner] ?? []).some(
      (one) => ['rollup'].includes(one.to) && at.join(' ').startsWith(one.at.join(' ')),
    );
    if (schema.format === 'cel' && !refers && !isPart && !READS_NOTHING.has([owner, ...at].join(' ')))
      missing.push([owner, ...at].join(' '));
    for (const [key, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
      look(owner, inner, [...at, key]);
    if (schema.items && !Array.isArray(schema.items)) look(owner, schema.items as Schema, at);
  };
  for (const { tag, schema } of readWidgets()) look(tag, schema, []);
  for (const { name, schema } of readDocuments())
    if (name === 'dataset' || name === 'form-definition') look(name, schema, []);
  expect(missing).toEqual([]);
});
