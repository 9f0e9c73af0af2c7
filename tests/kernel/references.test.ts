import { describe, expect, it } from 'vitest';
import type { DatasetDefinition } from '../../src/kernel/dataset.ts';
import type { FormDefinition } from '../../src/kernel/form.ts';
import {
  mentionsOfDataset,
  mentionsOfForm,
  mentionsOfScreen,
  resolveMentions,
  type Mention,
} from '../../src/kernel/references/index.ts';
import { REFERS } from '../../src/grammar/references.ts';
import { readDocuments, readWidgets, type Schema } from '../../codegen/grammar.ts';

const form = (formKey: string, fields: object[], more: object = {}): FormDefinition =>
  ({ formKey, formName: formKey, fields, ...more }) as unknown as FormDefinition;

const input = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const table = (key: string, children: object[], more: object = {}) => ({
  tag: 'subTable',
  __vModel__: key,
  label: key,
  children,
  ...more,
});

const customer = form('customer', [input('customerName'), input('grade'), input('unit')]);
const contract = form('contract', [
  input('no'),
  input('amount'),
  relation('customer', 'customer'),
  table('lines', [input('price'), relation('device', 'device')]),
]);
const device = form('device', [input('deviceName')]);
const forms: Record<string, FormDefinition> = { customer, contract, device };
const find = (own?: FormDefinition) => (key: string) =>
  Promise.resolve((own && key === own.formKey ? own : forms[key]) ?? null);

/** `kind owner.name @ path`, without what every case repeats. */
async function said(mentions: Mention[], own?: FormDefinition): Promise<string[]> {
  const all = await resolveMentions(mentions, find(own));
  return all.map(
    ({ kind, owner, name, path }) => `${kind} ${owner === '' ? '' : `${owner}/`}${name} @ ${path.join('.')}`,
  );
}
const ofForm = (fields: object[], more: object = {}): Promise<string[]> => {
  const own = form(
    'own',
    [input('a'), relation('contract', 'contract'), table('items', [input('x'), input('a')]), ...fields],
    more,
  );
  return said(
    mentionsOfForm(own).filter(({ path }) => path[0] !== 'fields' || Number(path[1]) > 2),
    own,
  );
};
const ofBlock = (root: object): Promise<string[]> => said(mentionsOfScreen({ root: root as never }));

describe('what a form names', () => {
  it.each<[string, object[], object, string[]]>([
    [
      'a formula',
      [input('b', { computed: 'a + form.b' })],
      {},
      ['field own/a @ fields.3.computed', 'field own/b @ fields.3.computed'],
    ],
    [
      'a formula behind relations, every step of the way',
      [input('b', { visibleWhen: "contract.customer.grade == 'A'" })],
      {},
      [
        'field own/contract @ fields.3.visibleWhen',
        'field contract/customer @ fields.3.visibleWhen',
        'field customer/grade @ fields.3.visibleWhen',
      ],
    ],
    [
      'rows of a table through a macro, under whatever name',
      [input('b', { computed: 'sum(items.filter(row, row.a != "").map(z, z.x))' })],
      {},
      [
        'field own/items @ fields.3.computed',
        'field own/items.a @ fields.3.computed',
        'field own/items.x @ fields.3.computed',
      ],
    ],
    ['no field for the person, and a text in quotes', [input('b', { visibleWhen: "user.id == 'a'" })], {}, []],
    [
      'columns before fields of the same name, and the form by its own',
      [table('t', [input('a', { editableWhen: 'a == contract.no' }), input('c', { computed: 'form.a' })])],
      {},
      [
        'field own/t.a @ fields.3.children.0.editableWhen',
        'field own/contract @ fields.3.children.0.editableWhen',
        'field contract/no @ fields.3.children.0.editableWhen',
        'field own/a @ fields.3.children.1.computed',
      ],
    ],
    [
      'the text beside a field',
      [input('b', { visibleWhen: "contractLabel != ''" })],
      {},
      ['field own/contract @ fields.3.visibleWhen'],
    ],
    [
      'a dictionary that is in use',
      [{ ...input('b'), tag: 'el-select', isDict: '1', dictCode: 'kinds' }],
      {},
      ['dictionary kinds @ fields.3.dictCode'],
    ],
    [
      'no dictionary that is switched off',
      [{ ...input('b'), tag: 'el-select', isDict: '0', dictCode: 'kinds' }],
      {},
      [],
    ],
    [
      'options that are records of a form',
      [
        {
          ...input('b'),
          tag: 'el-select',
          isRemote: '1',
          resourseApi: '/frmCrud/list/device',
          resourseApiParams: { q: '${a}' },
        },
      ],
      {},
      ['form device @ fields.3.resourseApi', 'field own/a @ fields.3.resourseApiParams'],
    ],
    [
      'a relation: its form, columns, filters, order, condition and what it fills',
      [
        relation('r', 'contract', {
          columns: ['customer.customerName'],
          filters: ['no'],
          sort: { field: 'amount' },
          where: "it.no != a && it.flwState == '3'",
          fill: { a: 'customer.grade' },
        }),
      ],
      {},
      [
        'form contract @ fields.3.to',
        'field contract/no @ fields.3.where',
        'field own/a @ fields.3.where',
        'field contract/customer @ fields.3.columns.0',
        'field customer/customerName @ fields.3.columns.0',
        'field contract/no @ fields.3.filters.0',
        'field contract/amount @ fields.3.sort.field',
        'field own/a @ fields.3.fill.a',
        'field contract/customer @ fields.3.fill.a',
        'field customer/grade @ fields.3.fill.a',
      ],
    ],
    [
      'a relation of a sub-table that fills columns of its row',
      [
        table('t', [
          relation('r', 'device', { fill: { n: 'deviceName' }, where: 'it.deviceName == row.n' }),
          input('n'),
        ]),
      ],
      {},
      [
        'form device @ fields.3.children.0.to',
        'field device/deviceName @ fields.3.children.0.where',
        'field own/t.n @ fields.3.children.0.where',
        'field own/t.n @ fields.3.children.0.fill.n',
        'field device/deviceName @ fields.3.children.0.fill.n',
      ],
    ],
    [
      'a roll-up over rows of another form',
      [
        input('b', {
          rollup: {
            from: 'contract.lines',
            via: 'customer',
            fn: 'sum',
            of: 'price',
            where: "it.no != '' && row.price > 0.0",
          },
        }),
      ],
      {},
      [
        'form contract @ fields.3.rollup.from',
        'field contract/lines @ fields.3.rollup.from',
        'field contract/lines.customer @ fields.3.rollup.via',
        'field contract/lines.price @ fields.3.rollup.of',
        'field contract/no @ fields.3.rollup.where',
        'field contract/lines.price @ fields.3.rollup.where',
      ],
    ],
    [
      'a roll-up over its own rows',
      [input('b', { rollup: { from: 'items', fn: 'sum', of: 'x' } })],
      {},
      ['field own/items @ fields.3.rollup.from', 'field own/items.x @ fields.3.rollup.of'],
    ],
    [
      'a date that another must not precede',
      [{ ...input('b'), tag: 'el-date-picker', notBefore: 'a' }],
      {},
      ['field own/a @ fields.3.notBefore'],
    ],
    [
      'what a call fills and is asked with',
      [
        input('b', {
          openWatch: '1',
          watchApiUrl: '/x',
          watchApiParams: { q: '${contract}' },
          watchApiHash: { a: 'no' },
        }),
      ],
      {},
      ['field own/contract @ fields.3.watchApiParams', 'field own/a @ fields.3.watchApiHash.a'],
    ],
    [
      'the process, and steps at which something opens',
      [table('t', [input('n', { nodeCondition: 'audit' })], { addNodeCtr: 'fill, audit' })],
      { flowKey: 'f1' },
      [
        'flow f1 @ flowKey',
        'node own/fill @ fields.3.addNodeCtr',
        'node own/audit @ fields.3.addNodeCtr',
        'node own/audit @ fields.3.children.0.nodeCondition',
      ],
    ],
    [
      'title, urgency, roles and fields of rights',
      [],
      {
        titleTemplate: '${contract.no} ${a}',
        urgentWhen: "a == 'x'",
        access: { keeperRoles: ['hr'], createRoles: ['*'], ownerField: 'a' },
      },
      [
        'field own/a @ urgentWhen',
        'role hr @ access.keeperRoles.0',
        'field own/a @ access.ownerField',
        'field own/contract @ titleTemplate',
        'field contract/no @ titleTemplate',
        'field own/a @ titleTemplate',
      ],
    ],
    [
      'an effect that sets a field behind a relation, from what it reads',
      [],
      {
        effects: [{ on: 'finished', set: 'contract.customer', fields: { grade: 'a' }, when: 'contract.amount > 0.0' }],
      },
      [
        'field own/contract @ effects.0.when',
        'field contract/amount @ effects.0.when',
        'field own/contract @ effects.0.set',
        'field contract/customer @ effects.0.set',
        'field own/contract @ effects.0.fields.grade',
        'field contract/customer @ effects.0.fields.grade',
        'field customer/grade @ effects.0.fields.grade',
        'field own/a @ effects.0.fields.grade',
      ],
    ],
    [
      'an effect that creates records for rows, and whom it tells',
      [],
      {
        effects: [
          {
            on: 'finished',
            create: 'device',
            each: 'items',
            fields: { deviceName: 'row.x' },
            notify: ['role:hr', 'field:a'],
            text: '${row.x}',
          },
        ],
      },
      [
        'field own/items @ effects.0.each',
        'field own/items.x @ effects.0.text',
        'form device @ effects.0.create',
        'field device/deviceName @ effects.0.fields.deviceName',
        'field own/items.x @ effects.0.fields.deviceName',
        'role hr @ effects.0.notify.0',
        'field own/a @ effects.0.notify.1',
      ],
    ],
    [
      'a button: roles, steps, dialog and the page it opens',
      [],
      {
        actions: [
          {
            key: 'k',
            label: '生成',
            at: 'row',
            when: "row.a != ''",
            roles: ['hr'],
            nodes: ['audit'],
            dialog: [relation('who', 'customer')],
            open: '/commonEntry/detail?formKey=device',
            effects: [{ set: 'this', fields: { a: 'dialog.who' } }],
          },
        ],
      },
      [
        'field own/a @ actions.0.when',
        'form device @ actions.0.open',
        'role hr @ actions.0.roles.0',
        'node own/audit @ actions.0.nodes.0',
        'form customer @ actions.0.dialog.0.to',
        'field own/a @ actions.0.effects.0.fields.a',
      ],
    ],
    [
      'what a record is made from',
      [],
      {
        createFrom: [
          {
            from: 'contract',
            label: '登记',
            relation: 'contract',
            fields: { a: 'it.customer.grade' },
            rows: { items: { each: 'lines', fields: { x: 'row.price' } } },
          },
        ],
      },
      [
        'form contract @ createFrom.0.from',
        'field own/contract @ createFrom.0.relation',
        'field own/a @ createFrom.0.fields.a',
        'field contract/customer @ createFrom.0.fields.a',
        'field customer/grade @ createFrom.0.fields.a',
        'field own/items @ createFrom.0.rows.items',
        'field contract/lines @ createFrom.0.rows.items.each',
        'field own/items.x @ createFrom.0.rows.items.fields.x',
        'field contract/lines.price @ createFrom.0.rows.items.fields.x',
      ],
    ],
    [
      'a field that is not there any more',
      [input('b', { computed: 'gone + 1.0' })],
      {},
      ['field own/gone @ fields.3.computed'],
    ],
  ])('%s', async (_what, fields, more, expected) => {
    expect(await ofForm(fields, more)).toEqual(expected);
  });

  it('a field that is called like a part of the situation is a field', async () => {
    const own = form('own', [input('params'), input('b', { computed: 'params' })]);
    expect(await said(mentionsOfForm(own), own)).toEqual(['field own/params @ fields.1.computed']);
  });
});

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
  expect((await said(mentionsOfDataset(dataset))).sort()).toEqual(
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

it('says each place in words', async () => {
  const own = form('own', [
    input('金额', { label: '金额', computed: 'contract.no' }),
    relation('contract', 'contract'),
  ]);
  const [first] = await resolveMentions(mentionsOfForm(own), find(own));
  expect(first?.place).toBe('字段“金额” · 计算公式');
});

/** Keys whose expression reads nothing that a document could take away: values of a measure, rows of the system. */
const READS_NOTHING = new Set([
  'statTable tones',
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
