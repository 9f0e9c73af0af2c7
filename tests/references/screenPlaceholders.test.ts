import { expect, it } from 'vitest';
import { parseScreenDefinition } from '../../src/importer/parse.ts';
import { checkExternalNames, fieldHolds } from '../../src/references/externalNames.ts';
import { brief, vocabulary } from '../kernel/support.ts';

it('placeholders of blocks are those of the person, the address and the record of the page; others are told with what is allowed', () => {
  const root = {
    tag: 'page',
    children: [
      {
        tag: 'list',
        formKey: 'seals',
        fixedQuery: {
          sealTitle: ['${id}', '${query.seal}'],
          useDate: '${thisMonth}',
          reason: '${last:30d}',
          kind: '${notEmpty}',
          place: '${user.dpt}',
          no: '',
          createBy: '${today}',
          updateBy: '${curentUser}',
          updateTime: '${thisMonth}',
        },
        filters: [
          { field: 'sealTitle', defaultValue: '${curentDep}' },
          { field: 'useDate', defaultValue: '${thisMonth}' },
          { field: 'useDate', defaultValue: 'thismonth' },
          { field: 'useDate', defaultValue: 'last:7d' },
          { field: 'reason', defaultValue: 'thismonth' },
          { field: 'createTime', defaultValue: 'thismonth' },
        ],
        views: [
          {
            name: '本月',
            conditions: [
              { field: 'useDate', op: 'within', value: 'thisMonht' },
              { field: 'useDate', op: 'range', value: 'someday' },
              { field: 'useDate', op: 'range', value: 'thisMonth' },
              { field: 'createTime', op: 'within', value: 'thisMonth' },
              { field: 'reason', op: 'within', value: 'thisMonth' },
              { field: 'place', op: 'range', value: 'last:7d' },
              { field: 'place', op: 'eq', value: 'today' },
              { field: 'useDate', op: 'range', value: '${thisMonth}' },
            ],
          },
        ],
      },
      {
        tag: 'video',
        from: {
          formKey: 'seals',
          name: 'sealTitle',
          url: 'kind',
          fixedQuery: { kind: ['${notEmpty}'], no: [' '], place: [] },
        },
      },
      { tag: 'frame', url: '/x?of=${title}' },
      {
        tag: 'detail',
        formKey: 'seals',
        children: [
          {
            tag: 'chart',
            dataset: 'seals',
            datasetParams: { unit: '${unit}', of: '${sealTitle}', by: '${kindLabel}' },
          },
          { tag: 'relatedList', formKey: 'uses', via: 'seal', presets: { seal: '${id}', no: '${contract.no}' } },
        ],
      },
      { tag: 'detail', children: [{ tag: 'frame', url: '/x?of=${anything}' }] },
    ],
  };
  const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
  expect(brief(parsed.problems)).toEqual([
    'error DOC_PERIOD root/children/0/views/0/conditions/0/value',
    'warning DOC_PERIOD root/children/0/views/0/conditions/1/value',
  ]);
  const names = ['sealTitle', 'useDate', 'reason', 'kind', 'place', 'no', 'seal'];
  const found = checkExternalNames(parsed.ok ? parsed.externalNames : [], {
    fieldsOf: () => new Set(names),
    holds: (_formKey, name, content) => content === 'date' && ['useDate', 'createTime', 'updateTime'].includes(name),
    hasDictionary: () => true,
    hasAction: () => true,
    buttonsOf: () => undefined,
  });
  expect(brief(found)).toEqual([
    'error DOC_PLACEHOLDER root/children/0/filters/0/defaultValue',
    'error DOC_PLACEHOLDER root/children/0/filters/1/defaultValue',
    'error DOC_PLACEHOLDER root/children/0/views/0/conditions/7/value',
    'error DOC_PLACEHOLDER root/children/0/fixedQuery/sealTitle/0',
    'error DOC_PERIOD root/children/0/fixedQuery/reason',
    'error DOC_PLACEHOLDER root/children/0/fixedQuery/place',
    'warning DOC_LIST_VIEW root/children/0/fixedQuery/no',
    'error DOC_PERIOD root/children/0/fixedQuery/createBy',
    'warning DOC_PERIOD root/children/0/filters/2/defaultValue',
    'warning DOC_PERIOD root/children/0/filters/5/defaultValue',
    'error DOC_PERIOD root/children/0/views/0/conditions/4/value',
    'error DOC_PERIOD root/children/0/views/0/conditions/5/value',
    'error DOC_PLACEHOLDER root/children/1/from/fixedQuery/kind/0',
    'warning DOC_LIST_VIEW root/children/1/from/fixedQuery/no',
    'warning DOC_LIST_VIEW root/children/1/from/fixedQuery/place',
    'error DOC_PLACEHOLDER root/children/2/url',
    'error DOC_PLACEHOLDER root/children/3/children/1/presets/no',
  ]);
  expect(found[1]?.message).toContain('此处可用 时间段 thisMonth（直接写，不加 ${}）');
  expect(found[2]?.message).toContain('时间段 thisMonth（直接写，不加 ${}，比较方式为 within）');
  expect(found[3]?.message).toMatch(/^没有名为“\$\{id\}”的占位，.*可用 \$\{curentUser\}、.*\$\{thisMonth\}/);
  expect(found.at(-1)?.message).toMatch(/\$\{id\}、\$\{title\}、\$\{本记录的字段键\}$/);
});

it('a range of times of the day is no date, so no period fits it', () => {
  const fields = [
    { tag: 'el-time-picker', __vModel__: 'open', 'is-range': true },
    { tag: 'el-date-picker', __vModel__: 'span', type: 'daterange' },
    { tag: 'el-date-picker', __vModel__: 'day' },
  ];
  const holdsDate = (name: string): boolean => fieldHolds({ fields } as never, name, 'date', vocabulary);
  expect(['open', 'span', 'day', 'createTime', 'createBy'].filter(holdsDate)).toEqual(['span', 'day', 'createTime']);
});
