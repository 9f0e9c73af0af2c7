import { describe, expect, it } from 'vitest';
import { referencesOfForm, resolveReferences } from '../../src/references/index.ts';
import { find, form, input, ofForm, relation, said, table } from './support.ts';

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
        titleTemplate: '${contract.no} ${a} ${overdue}',
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
        // a word of conditions is a field here
        'field own/overdue @ titleTemplate',
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
      'a merge: the records that go and that stay',
      [],
      { effects: [{ on: 'saved', merge: 'contract', into: 'contract.customer' }] },
      [
        'field own/contract @ effects.0.merge',
        'field own/contract @ effects.0.into',
        'field contract/customer @ effects.0.into',
      ],
    ],
    [
      'a reminder: its date, condition, people and text',
      [],
      {
        reminders: [
          {
            key: 'k',
            field: 'a',
            when: 'contract.amount > 0.0',
            to: ['role:hr', 'field:contract.customer', 'creator'],
            text: '${a} ${contract.no}',
          },
        ],
      },
      [
        'field own/a @ reminders.0.field',
        'field own/contract @ reminders.0.when',
        'field contract/amount @ reminders.0.when',
        'role hr @ reminders.0.to.0',
        'field own/contract @ reminders.0.to.1',
        'field contract/customer @ reminders.0.to.1',
        'field own/a @ reminders.0.text',
        'field own/contract @ reminders.0.text',
        'field contract/no @ reminders.0.text',
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
    expect(await said(referencesOfForm(own), own)).toEqual(['field own/params @ fields.1.computed']);
  });
});

it('says each place in words', async () => {
  const own = form('own', [
    input('金额', { label: '金额', computed: 'contract.no' }),
    relation('contract', 'contract'),
  ]);
  const [first] = await resolveReferences(referencesOfForm(own), find(own));
  expect(first?.positionText).toBe('字段“金额” · 计算公式');
});
