import { describe, expect, test } from 'vitest';
import type { CompiledColumn, Row } from '../../../src/kernel/form.ts';
import { columnWidth, layoutColumns, readWidth } from '../../../src/widgets/subTable/columns.ts';
import { definition } from '../../../src/widgets/subTable/definition.ts';
import { createSlots } from '../../../src/widgets/subTable/grid/Grid.tsx';
import { findNames } from '../../../src/widgets/subTable/findNames.ts';
import { createRowWatch } from '../../../src/widgets/subTable/watch/rowWatch.ts';
import { pathFromText } from '../../../src/widgets/shared/choice/optionPaths.ts';
import { hyperlinkOf } from '../../../src/runtime/host/hyperlink.ts';
import { nextEditable, nextPosition } from '../../../src/widgets/subTable/navigate.ts';
import { formatTsv, parseTsv } from '../../../src/widgets/subTable/data/tsv.ts';
import fc from '../../support/fc.ts';

describe('a block on the clipboard', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('a\tb', '多行\n文字', '"引号"', '', 'x"y', '\r\n'));

  test('comes back as it went, whatever the cells hold', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (block) => {
        const plain = block.map((row) => row.map((text) => text.replace(/\r\n?/g, '\n')));
        const read = parseTsv(formatTsv(plain));
        // a last row of one empty cell is what Excel's closing line end looks like
        const last = plain.at(-1);
        expect(read).toEqual(last?.length === 1 && last[0] === '' ? plain.slice(0, -1) : plain);
      }),
    );
  });

  test.each([
    [
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"x ""y"""\tz', [['x "y"', 'z']]],
    ['one', [['one']]],
    ['a\t', [['a', '']]],
    [
      '"甲"等\tb\nc\td',
      [
        ['"甲"等', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '"3寸管\tb\nc\td',
      [
        ['"3寸管', 'b'],
        ['c', 'd'],
      ],
    ],
    ['3" 管\tb', [['3" 管', 'b']]],
    ['', []],
  ])('%j is read cell by cell', (text, block) => expect(parseTsv(text)).toEqual(block));
});

describe('the address of a hyperlink', () => {
  const row = { id: 'r1', code: 'A/1 &', name: '甲', project: 'P' };
  test.each([
    ['/a/b?id=#id', 'http://x/app#/a/b?id=r1'],
    ['#/a/b?code=#code#&fixed=1', 'http://x/app#/a/b?code=A%2F1%20%26&fixed=1'],
    ['a/b', 'http://x/app#/a/b'],
    ['/a?project=#', 'http://x/app#/a?project=P'],
    ['/a?x=#{name}&y=%E7%94%B2', 'http://x/app#/a?x=%E7%94%B2&y=%E7%94%B2'],
    ['/a?x=#nothing&id=#id', 'http://x/app#/a?x=&id=r1'],
  ])('%s is a route of the product with the row’s values', (url, expected) =>
    expect(hyperlinkOf(url, row, 'http://x/app')).toBe(expected),
  );

  test.each([
    '/a?x=#nothing',
    '/\\\\elsewhere.example',
    '//elsewhere.example/x',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '',
    '#',
  ])('%j leads nowhere', (url) => expect(hyperlinkOf(url, row, 'http://x/app')).toBeNull());
});

describe('movement', () => {
  test('never leaves the table', () => {
    const directions = [
      'up',
      'down',
      'left',
      'right',
      'rowStart',
      'rowEnd',
      'columnStart',
      'columnEnd',
      'first',
      'last',
      'pageUp',
      'pageDown',
    ] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.constantFrom(...directions), { maxLength: 40 }),
        (rows, columns, path) => {
          let at = { index: 0, column: 0 };
          for (const direction of path) at = nextPosition(at, direction, { rows, columns, page: 10 });
          expect(at.index >= 0 && at.index < rows && at.column >= 0 && at.column < columns).toBe(true);
        },
      ),
    );
  });

  test('with Tab goes to the next cell that can be edited, across rows, and ends with null', () => {
    const columns = ['a', 'b'].map((key) => ({ key })) as CompiledColumn[];
    const rows = ['1', '2', '3'].map((id) => ({ id, fieldsMap: {} })) as Row[];
    const isEditable = (column: CompiledColumn, row: Row): boolean => column.key === 'b' && row.id !== '2';
    expect(nextEditable({ index: 0, column: 1 }, true, rows, columns, isEditable)).toEqual({ rowId: '3', column: 'b' });
    expect(nextEditable({ index: 2, column: 1 }, true, rows, columns, isEditable)).toBeNull();
    expect(nextEditable({ index: 2, column: 1 }, false, rows, columns, isEditable)).toEqual({
      rowId: '1',
      column: 'b',
    });
  });
});

describe('columns', () => {
  const column = (key: string, node: object = {}): CompiledColumn =>
    ({ key, node: { tag: 'el-input', label: key, ...node }, definition: {} }) as unknown as CompiledColumn;

  test.each([
    [120, 120],
    ['120', 120],
    ['120px', 120],
    ['50%', undefined],
    [0, undefined],
    [null, undefined],
    ['-5', undefined],
  ])('a width of %j reads as %j px', (width, expected) => expect(readWidth(width)).toBe(expected));

  test('are as wide as the document says, in whatever spelling, and otherwise as their kind needs (FK-011, OD-041)', () => {
    const widths = (...given: unknown[]): number[] => given.map((width) => columnWidth(column('列', { width })));
    expect(widths(240, '240', '240px', ' 240.0px ')).toEqual([240, 240, 240, 240]);
    expect(new Set(widths(undefined, '', '50%', 'auto', {}, 0, -40))).toEqual(new Set([columnWidth(column('列'))]));
    const layout = layoutColumns([column('a', { width: 300 }), column('b', { width: '90px' })], { widths: { b: 200 } });
    expect(layout.map(({ width, start }) => [width, start])).toEqual([
      [300, 0],
      [200, 300],
    ]);
  });

  test('are never narrower than their head, unless a person made them so', () => {
    expect(columnWidth(column('很长很长的列名称字段', { width: 80 }))).toBeGreaterThan(140);
    expect(columnWidth(column('很长很长的列名称字段'), 90)).toBe(90);
  });

  test('that are frozen stand first, and starts add up', () => {
    const layout = layoutColumns([column('a'), column('b', { fixed: 'left' })], { widths: {} });
    expect(layout.map((item) => [item.column.key, item.start])).toEqual([
      ['b', 0],
      ['a', layout[0].width],
    ]);
  });

  test('that are fixed right stand last, their distance counted from the end', () => {
    const layout = layoutColumns(
      [column('a', { fixed: 'right', width: 100 }), column('b', { fixed: 'right', width: 90 }), column('c')],
      { widths: {} },
    );
    expect(layout.map((item) => [item.column.key, item.fixed, item.end])).toEqual([
      ['c', null, 190],
      ['a', 'right', 90],
      ['b', 'right', 0],
    ]);
  });

  test.each([
    ['b', ['left', 'left', null, 'right']],
    [null, [null, null, null, 'right']],
    [undefined, ['left', null, null, 'right']],
    ['gone', ['left', null, null, 'right']],
  ])('are frozen up to the one a person chose: %j', (frozenTo, expected) => {
    const layout = layoutColumns(
      [column('a', { fixed: 'left' }), column('b'), column('c'), column('d', { fixed: 'right' })],
      { widths: {}, ...(frozenTo === undefined ? {} : { frozenTo }) },
    );
    expect(layout.map((item) => item.fixed)).toEqual(expected);
  });
});

test('a row keeps its element while it is on screen, and no two rows share one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 12 }), { maxLength: 30 }),
      (windows) => {
        const slots = createSlots();
        let before = new Map<string, number>();
        for (const ids of windows) {
          const keys = slots.assign(ids);
          expect(new Set(keys).size).toBe(ids.length);
          ids.forEach((id, i) => {
            if (before.has(id)) expect(keys[i]).toBe(before.get(id));
          });
          before = new Map(ids.map((id, i) => [id, keys[i]]));
        }
      },
    ),
  );
});

describe('the definition', () => {
  test.each([
    [[{ id: '1' }, { id: '2' }], '2 行'],
    [[], ''],
    [null, ''],
    ['x', ''],
  ])('reads %j as “%s”', (value, text) => {
    expect(definition.text?.(value, {} as never, {})).toBe(text);
  });

  test('judges too few and too many rows', () => {
    const node = { minRows: 1, maxRows: 2 } as never;
    expect(definition.validate?.([], node)).toBe('至少 1 行，现有 0 行');
    expect(definition.validate?.([1, 2, 3], node)).toBe('最多 2 行，现有 3 行');
    expect(definition.validate?.([1], node)).toBeNull();
  });
});

test('names of several kinds are counted together while they are looked up', async () => {
  const progress: number[] = [];
  const services = {
    users: { search: async () => ({ list: [], total: 0 }) },
    request: async () => [],
  };
  await findNames(
    new Map([
      ['user', new Set(['甲', '乙'])],
      ['dept', new Set(['丙'])],
    ] as const),
    services as never,
    (done) => progress.push(done),
    new AbortController().signal,
  );
  expect(progress).toEqual([1, 2, 3]);
});

test('a request that fails after its table was closed marks no cell', async () => {
  let fail = (): void => undefined;
  const states: unknown[] = [];
  const row: Row = { id: 'r', fieldsMap: { code: 'a' } };
  const node = { tag: 'el-input', __vModel__: 'code', openWatch: '1', watchApiUrl: '/x', watchApiHash: { name: 'n' } };
  const column = { key: 'code', node, compute: null, isEmpty: (value: unknown) => value === undefined, relation: null };
  const watch = createRowWatch({
    columns: [column as unknown as CompiledColumn],
    scope: () => ({ values: {}, situation: { user: { id: 'u', name: '', roles: [] }, query: {} } }) as never,
    cellCalls: { set: (_cell: unknown, _value: unknown, call: unknown) => states.push(call) } as never,
    findRow: () => row,
    request: () => new Promise((_resolve, reject) => (fail = () => reject(new Error('断开')))),
    options: () => undefined,
    write: () => [],
    failureText: () => '断开',
  });
  watch.retry({ rowId: 'r', column: 'code' });
  expect(states).toEqual([{ state: 'asking' }]);
  watch.dispose();
  fail();
  await new Promise((resolve) => setTimeout(resolve));
  expect(states).toEqual([{ state: 'asking' }]);
});

test('a value that options under different parents have is not taken for the first of them', () => {
  const child = (label: string) => ({ label, value: '01' });
  const options = [
    { label: '江苏', value: '32', children: [child('南京'), { label: '苏州', value: '05' }] },
    { label: '浙江', value: '33', children: [child('杭州')] },
  ];
  const rules = { separator: '/', showsAllLevels: true, isSelectable: () => true, isPreferred: () => false };
  expect(pathFromText('01', options, rules)).toMatchObject({ ok: false });
  expect(pathFromText('05', options, rules)).toMatchObject({ ok: true, path: [{ label: '江苏' }, { label: '苏州' }] });
});
