import { describe, expect, it } from 'vitest';
import { checkChanges } from '../../src/records/checkChanges.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';
import { input, number, row, paths, cell } from './changedForm.ts';

describe('a change of rows', () => {
  it('in an editable column passes; in a hidden one, or another person’s row, is named (RO-001)', () => {
    expect(paths({ rows: cell(0, 'c', 'new') })).toEqual([]);
    expect(paths({ rows: cell(0, 'd', 'w') })).toEqual(['VALUE_FORBIDDEN childTables/t/0/fieldsMap/d']);
    expect(paths({ rows: cell(0, 'mine', 'n') })).toEqual([]);
    expect(paths({ rows: cell(1, 'mine', 'n') })).toEqual(['VALUE_FORBIDDEN childTables/t/1/fieldsMap/mine']);
  });

  it('with ten thousand unknown keys is refused, with 5,000 of them named', () => {
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_unused, index) => [`x${index}`, 1]));
    const found = paths({
      rows: ([first, ...rest]) => [row('1', { ...first?.fieldsMap, ...unknown }), ...rest],
    });
    expect([found.length, found[0]]).toEqual([5000, 'VALUE_UNKNOWN childTables/t/0/fieldsMap/x0']);
  });

  it('that takes a row over and edits it in one go is refused twice', () => {
    expect(paths({ rows: (rows) => cell(1, 'mine', 'n')(cell(1, 'owner', 'u1')(rows) as never) })).toEqual([
      'VALUE_FORBIDDEN childTables/t/1/fieldsMap/mine',
      'VALUE_FORBIDDEN childTables/t/1/fieldsMap/owner',
    ]);
  });

  it('adds and removes only where the rules let it', () => {
    const add = (rows: unknown[]): unknown[] => [...rows, row('3', { c: 'x', owner: 'u1', mine: 'm' })];
    expect(paths({ rows: add })).toEqual([]);
    expect(paths({ rows: (rows) => rows.slice(1) })).toEqual([]);
    const editing = { nodeRules: nodeRules({ tables: { t: { editable: '1' } } }) };
    expect(paths({ rows: add }, editing)).toEqual(['ROW_ADD_FORBIDDEN childTables/t/2']);
    expect(paths({ rows: (rows) => rows.slice(1) }, editing)).toEqual(['ROW_REMOVE_FORBIDDEN childTables/t']);
    expect(paths({ rows: cell(0, 'c', 'new') }, editing)).toEqual([]);
  });

  it('removes in a to-do only rows that a configured button 删除 is offered for (OP-005…009)', () => {
    const form = compile([
      {
        tag: 'subTable',
        __vModel__: 't',
        label: '明细',
        children: [
          input('state'),
          {
            tag: 'opColumn',
            items: [{ label: '删除', eventType: 'remove', keyCondition: 'state', keyConditionValue: '草稿' }],
          },
        ],
      },
    ]);
    const stored = {
      fieldsMap: {},
      childTables: { t: [row('1', { state: '草稿' }), row('2', { state: '已审' })] },
    };
    const withoutRow = (id: string, todo: '0' | '1'): string[] => {
      const incoming = { ...stored, childTables: { t: stored.childTables.t.filter((item) => item.id !== id) } };
      return checkChanges({ compiled: form, stored, incoming, situation: situation({ recordId: 'r', todo }) }).map(
        ({ code }) => code,
      );
    };
    expect([withoutRow('1', '1'), withoutRow('2', '1'), withoutRow('2', '0')]).toEqual([
      [],
      ['ROW_REMOVE_FORBIDDEN'],
      [],
    ]);
  });

  it('may bring a locked column only its default, or in a copy what another row holds', () => {
    expect(paths({ rows: (rows) => [...rows, row('3', { owner: 'u9', c: 'x' })] })).toEqual([
      'VALUE_FORBIDDEN childTables/t/2/fieldsMap/owner',
    ]);
    expect(paths({ rows: (rows) => [...rows, row('3', { owner: 'u2', c: 'q' })] })).toEqual([]);
  });

  describe('whose locked cells', () => {
    const lines = (more: object = {}): ReturnType<typeof compile> =>
      compile([
        {
          tag: 'subTable',
          __vModel__: 't',
          label: '明细',
          needCopy: '1',
          children: [input('payee'), number('amount'), input('kind', { defaultValue: '一般' }), input('note')],
          ...more,
        },
      ]);
    const atNode = {
      nodeRules: nodeRules({ tables: { t: { copy: '1', remove: '1', columns: { note: { editable: '1' } } } } }),
    };
    const [a, b] = [
      row('1', { payee: 'A', amount: 5, kind: '急', note: '' }),
      row('2', { payee: 'B', amount: 90000, kind: '一般', note: 'x' }),
    ];
    const sent = (
      rows: unknown[],
      compiled = lines(),
      before: unknown[] | null = [a, b],
      more: object = {},
    ): string[] =>
      checkChanges({
        compiled,
        stored: before && { fieldsMap: {}, childTables: { t: before as never } },
        incoming: { fieldsMap: {}, childTables: { t: rows as never } },
        situation: situation({ recordId: before ? 'r' : null, ...(before ? atNode : {}) }),
        ...more,
      }).map(({ code, path }) => `${code} ${path.slice(2).join('/')}`);
    const mixed = ['VALUE_FORBIDDEN 2/fieldsMap/payee', 'VALUE_FORBIDDEN 2/fieldsMap/amount'];

    it('are all of one row that was stored, or defaults', () => {
      expect(
        sent([a, b, row('3', { payee: 'A', amount: 5, kind: '急', note: '另写的' }), row('4', b.fieldsMap)]),
      ).toEqual([]);
      expect(sent([a, b, row('3', { payee: 'A', amount: 5, kind: '一般' })])).toEqual([]);
      expect(sent([a, b, row('3', { payee: 'A', amount: 90000 })])).toEqual(mixed);
      expect(sent([row('3', { payee: 'A', amount: 90000 })])).toEqual([
        'VALUE_FORBIDDEN 0/fieldsMap/payee',
        'VALUE_FORBIDDEN 0/fieldsMap/amount',
      ]);
      // two forged rows do not vouch for each other
      expect(sent([a, b, row('3', { payee: 'A', amount: 7 }), row('4', { payee: 'A', amount: 7 })])).toHaveLength(4);
    });

    it('are not of its source in part, and of another row in part', () => {
      const verdictOn = (confirmed: readonly string[]) => (_table: string, _row: string, column: string) =>
        confirmed.includes(column) ? ('confirmed' as const) : null;
      const picked = (...confirmed: string[]): object => ({
        rowSourceResults: { verdictOn: verdictOn(confirmed), isNotInSource: () => false },
      });
      expect(sent([a, b, row('3', { payee: 'C', amount: 1 })], lines(), [a, b], picked('payee', 'amount'))).toEqual([]);
      expect(sent([a, b, row('3', { payee: 'C', amount: 90000 })], lines(), [a, b], picked('payee'))).toEqual([
        'VALUE_FORBIDDEN 2/fieldsMap/amount',
      ]);
    });

    it('are looked up once for however many rows', () => {
      const many = Array.from({ length: 10_000 }, (_none, index) =>
        row(`s${index}`, { payee: `${index}`, amount: index % 7, kind: index % 2 ? '急' : null }),
      );
      const copies = many.map(({ fieldsMap }, index) => row(`n${index}`, fieldsMap));
      expect(sent([...many, ...copies], lines(), many)).toEqual([]);
      expect(sent([...many, ...copies.slice(1), row('last', { payee: '1', amount: 2 })], lines(), many)).toHaveLength(
        2,
      );
    });

    it('are all of one default row, each of which a new record has once where nobody adds more', () => {
      const checks = (more: object = {}) =>
        compile([
          {
            tag: 'subTable',
            __vModel__: 't',
            commonAdd: '0',
            needRemove: '0',
            defaultTbData: [
              { name: 'A', std: 1 },
              { name: 'B', std: 2 },
            ],
            children: [input('name', { readonly: true }), number('std', { readonly: true }), input('val')],
            ...more,
          },
        ]);
      const item = (id: string, name: string, std: number): object => row(id, { name, std, val: 'ok' });
      const fresh = (rows: unknown[], more: object = {}): string[] => sent(rows, checks(more), null);
      expect(fresh([item('1', 'A', 1), item('2', 'B', 2)])).toEqual([]);
      expect(fresh([item('1', 'A', 2), item('2', 'B', 2)])).toEqual([
        'VALUE_FORBIDDEN 0/fieldsMap/name',
        'VALUE_FORBIDDEN 0/fieldsMap/std',
      ]);
      expect(fresh([item('1', 'A', 1), item('2', 'A', 1)])).toEqual([
        'VALUE_FORBIDDEN 1/fieldsMap/name',
        'VALUE_FORBIDDEN 1/fieldsMap/std',
      ]);
      expect(fresh([item('1', 'A', 1), item('2', 'B', 2), row('3', { val: 'ok' })])).toEqual(['ROW_ADD_FORBIDDEN 2']);
      expect(fresh([item('1', 'A', 1)])).toEqual(['ROW_REMOVE_FORBIDDEN ']);
      expect(fresh([])).toEqual([]);
      expect(fresh([item('1', 'A', 1)], { needRemove: '1' })).toEqual([]);
      expect(fresh([item('1', 'A', 1), item('2', 'A', 1), row('3', { val: 'x' })], { commonAdd: '1' })).toEqual([]);
      expect(fresh([item('1', 'A', 2), item('2', 'A', 1)], { commonAdd: '1' })).toHaveLength(2);
    });

    it('of default rows are filled from the form as its page does', () => {
      const filled = compile([
        input('who'),
        {
          tag: 'subTable',
          __vModel__: 't',
          commonAdd: '0',
          defaultTbData: [{ name: '${who}' }],
          children: [input('name', { readonly: true })],
        },
      ]);
      const fresh = (name: string): number =>
        checkChanges({
          compiled: filled,
          stored: null,
          incoming: { fieldsMap: { who: '甲' }, childTables: { t: [row('1', { name })] } },
          situation: situation(),
        }).length;
      expect([fresh('甲'), fresh('乙')]).toEqual([0, 1]);
    });
  });

  it('of their order belongs to who may edit the rows of a table that lets them move', () => {
    const turned = (canSort: string, here: Partial<Situation> = {}): string[] => {
      const sortable = compile([{ tag: 'subTable', __vModel__: 't', label: '明细', canSort, children: [input('c')] }]);
      const before = { fieldsMap: {}, childTables: { t: [row('1', { c: 'p' }), row('2', { c: 'q' })] } };
      const sent = [before.childTables.t[1], row('3', { c: 'new' }), before.childTables.t[0]];
      return checkChanges({
        compiled: sortable,
        stored: before,
        incoming: { fieldsMap: {}, childTables: { t: sent } },
        situation: situation({ recordId: 'r', ...here }),
      }).map(({ code, path }) => `${code} ${path.join('/')}`);
    };
    expect(turned('1')).toEqual([]);
    expect(turned('0')).toEqual(['ROW_ORDER_FORBIDDEN childTables/t']);
    expect(turned('1', { nodeRules: nodeRules({ tables: { t: { editable: '1', add: '1' } } }) })).toEqual([]);
    expect(turned('1', { nodeRules: nodeRules({ tables: { t: { add: '1' } } }) })).toEqual([
      'ROW_ORDER_FORBIDDEN childTables/t',
    ]);
  });

  it('that a call fills in come with the row whose watched column this person may change, and with no other (OD-057)', () => {
    const watched = compile([
      {
        tag: 'subTable',
        __vModel__: 't',
        children: [
          input('code', {
            openWatch: '1',
            watchApiUrl: '/frmCrud/getById/source?id=1',
            watchApiHash: { spec: 'spec' },
            openCurrentUserCtr: '1',
            currentUserValue: 'owner',
          }),
          input('spec', { readonly: true }),
          input('owner', { readonly: true, defaultValue: 'u1' }),
        ],
      },
    ]);
    const before = {
      fieldsMap: {},
      childTables: {
        t: [
          row('1', { code: 'a', spec: '旧', owner: 'u1' }),
          row('2', { code: 'b', spec: '旧', owner: 'u2' }),
          row('3', { code: 'c', spec: '', owner: 'u1' }),
        ],
      },
    };
    const refused = (change: object): string[] => {
      const sent = [
        ...before.childTables.t.map(({ id, fieldsMap }) => row(id, { ...fieldsMap, spec: 'filled', ...change })),
        row('4', { code: 'd', spec: 'filled', owner: 'u1' }),
      ];
      return checkChanges({
        compiled: watched,
        stored: before,
        incoming: { fieldsMap: {}, childTables: { t: sent } },
        situation: situation({ recordId: 'r' }),
      }).map(({ code, path }) => `${code} ${path.slice(2).join('/')}`);
    };
    expect(refused({ code: 'new' })).toEqual(['VALUE_FORBIDDEN 1/fieldsMap/code', 'VALUE_FORBIDDEN 1/fieldsMap/spec']);
    // of a value that stands what was filled stays; what never came may come
    expect(refused({})).toEqual(['VALUE_FORBIDDEN 0/fieldsMap/spec', 'VALUE_FORBIDDEN 1/fieldsMap/spec']);
  });

  it('with a repeated id, no id or no map is refused whole', () => {
    for (const rows of [[row('1', {}), row('1', {})], [{ fieldsMap: {} }], ['x'], [{ id: '1', fieldsMap: null }]])
      expect(paths({ rows: () => rows }).filter((one) => one.startsWith('VALUE_TYPE'))).toEqual([
        'VALUE_TYPE childTables/t',
      ]);
  });
});

describe('rows of a call that depends on a field', () => {
  const depending = compile([
    input('project'),
    {
      tag: 'subTable',
      __vModel__: 't',
      label: '明细',
      canOp: '0',
      defaultTbDataResourceApi: '/pms/items',
      defaultTbDataDependKey: 'project',
      children: [input('c')],
    },
  ]);
  const before = { fieldsMap: { project: 'A' }, childTables: { t: [row('1', { c: 'p' })] } };
  const send = (project: string, here: Partial<Situation>): string[] =>
    checkChanges({
      compiled: depending,
      stored: before,
      incoming: { fieldsMap: { project }, childTables: { t: [row('2', { c: 'q' })] } },
      situation: situation({ recordId: 'r', ...here }),
    }).map(({ code, path }) => `${code} ${path.join('/')}`);

  it('are replaced when the field changes, in a returned record too (SL-007), and by nothing else', () => {
    expect(send('B', { flowState: '2' })).toEqual([]);
    expect(send('A', { flowState: '2' })).toEqual([
      'ROW_REMOVE_FORBIDDEN childTables/t',
      'ROW_ADD_FORBIDDEN childTables/t/0',
    ]);
  });

  it('stay where the field may be changed, but not the table', () => {
    const onlyField = {
      taskNode: '审核',
      flowState: '1',
      nodeRules: nodeRules({ fields: { project: { editable: '1' } } }),
    };
    expect(send('B', onlyField)).toEqual(['ROW_REMOVE_FORBIDDEN childTables/t', 'ROW_ADD_FORBIDDEN childTables/t/0']);
  });
});
