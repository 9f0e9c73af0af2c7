import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { checkChanges } from '../../src/records/checkChanges.ts';
import { redactRecord } from '../../src/records/redact.ts';
import type { Situation } from '../../src/rules/situation.ts';
import fc from '../support/fc.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';

const input = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});
const row = (id: string, fieldsMap: Record<string, unknown>): { id: string; fieldsMap: Record<string, unknown> } => ({
  id,
  fieldsMap,
});

const form = compile([
  input('a'),
  input('locked', { readonly: true }),
  input('secret', { flowVisible: '0' }),
  { tag: 'el-select', __vModel__: 's', label: 's' },
  number('twice', { computed: 'sum(t.map(r, r.n)) * 2' }),
  input('linked', { editableWhen: 'a == "open"' }),
  {
    tag: 'subTable',
    __vModel__: 't',
    label: '明细',
    needCopy: '1',
    children: [
      input('c'),
      number('n'),
      number('n2', { computed: 'n * 2' }),
      input('d', { flowVisible: '0' }),
      input('mine', { openCurrentUserCtr: '1', currentUserValue: 'owner' }),
      input('owner', { readonly: true, defaultValue: '${curentUser}' }),
    ],
  },
]);
const stored = {
  fieldsMap: { a: '1', locked: 'x', secret: 'y', s: '1', sLabel: '一', twice: 4, old: 'kept' },
  childTables: {
    t: [
      row('1', { c: 'p', n: 1, n2: 2, d: 'z', mine: 'm', owner: 'u1' }),
      row('2', { c: 'q', n: 1, n2: 2, mine: 'm', owner: 'u2' }),
    ],
  },
};
type Change = { fieldsMap?: Record<string, unknown>; rows?: (rows: ReturnType<typeof row>[]) => unknown[] };

/** A change of what was shown. */
function paths(
  { fieldsMap = {}, rows = (all) => all }: Change,
  here: Partial<Situation> = {},
  before: typeof stored | null = stored,
): string[] {
  const at = situation({ recordId: before ? 'r' : null, ...here });
  const shown = before ? structuredClone(redactRecord(form, before, at).childTables.t) : [];
  return checkChanges({
    compiled: form,
    stored: before,
    incoming: { fieldsMap, childTables: { t: rows(shown) as never } },
    situation: at,
  }).map(({ code, path }) => `${code} ${path.join('/')}`);
}

const cell =
  (index: number, key: string, value: unknown) =>
  (rows: ReturnType<typeof row>[]): unknown[] => {
    (rows[index] as { fieldsMap: Record<string, unknown> }).fieldsMap[key] = value;
    return rows;
  };

describe('a change', () => {
  it('of nothing at all is no change, nor is one kind of nothing for another', () => {
    const { secret: _hidden, ...shown } = stored.fieldsMap;
    expect(paths({ fieldsMap: shown })).toEqual([]);
    expect(paths({ fieldsMap: { linked: null } })).toEqual([]);
    expect(paths({ fieldsMap: { linked: '' } }, { nodeRules: nodeRules() })).toEqual([]);
  });

  it('of an editable field passes; of a locked, hidden or unlisted one is named by its path', () => {
    expect(paths({ fieldsMap: { a: '2' } })).toEqual([]);
    expect(paths({ fieldsMap: { a: '2', locked: 'z', secret: 'w' } })).toEqual([
      'VALUE_FORBIDDEN fieldsMap/locked',
      'VALUE_FORBIDDEN fieldsMap/secret',
    ]);
    expect(paths({ fieldsMap: { a: '2' } }, { nodeRules: nodeRules() })).toEqual(['VALUE_FORBIDDEN fieldsMap/a']);
    expect(paths({ fieldsMap: { a: '2' } }, { nodeRules: nodeRules({ fields: { a: { editable: '1' } } }) })).toEqual(
      [],
    );
    expect(paths({ fieldsMap: { a: '2' } }, { isEdit: '0' })).toEqual(['VALUE_FORBIDDEN fieldsMap/a']);
  });

  it('of a hidden value is refused even when it guesses right: the answer would tell', () => {
    expect(paths({ fieldsMap: { secret: 'y' } })).toEqual(['VALUE_FORBIDDEN fieldsMap/secret']);
    expect(paths({ rows: cell(0, 'd', 'z') })).toEqual(['VALUE_FORBIDDEN childTables/t/0/fieldsMap/d']);
    expect(paths({ rows: (rows) => [...rows, row('3', { c: 'p', d: 'z' })] })).toEqual([
      'VALUE_FORBIDDEN childTables/t/2/fieldsMap/d',
    ]);
    const total = {
      nodeRules: nodeRules({
        isStart: true,
        fields: { twice: { visible: '0' } },
        tables: { t: { columns: { n2: { visible: '0' } } } },
      }),
    };
    expect(paths({ fieldsMap: { twice: 4 }, rows: cell(0, 'n2', 3) }, total)).toEqual([]);
    const closed = { nodeRules: nodeRules({ tables: { t: { visible: '0' } } }) };
    expect(paths({ rows: () => structuredClone(stored.childTables.t) }, closed)).toEqual([
      'VALUE_FORBIDDEN childTables/t',
    ]);
  });

  it('to another type than the field’s is named, where the page does not show the field too', () => {
    const odd = compile([
      { tag: 'el-input-number', __vModel__: 'n', isHideField: '1' },
      input('later', { visibleWhen: 'n > 0.0' }),
      { tag: 'el-select', __vModel__: 's' },
      {
        tag: 'subTable',
        __vModel__: 't',
        children: [number('c', { isHideField: '1' }), { tag: 'el-select', __vModel__: 's' }],
      },
    ]);
    const found = checkChanges({
      compiled: odd,
      stored: null,
      incoming: {
        fieldsMap: { n: 'many', later: {}, s: '1', sLabel: { a: 1 } },
        childTables: { t: [row('1', { c: 'x', s: '1', sLabel: 5 })] },
      },
      situation: situation(),
    });
    expect(found.map(({ code, path }) => `${code} ${path.join('/')}`)).toEqual([
      'VALUE_TYPE fieldsMap/n',
      'VALUE_FORBIDDEN fieldsMap/later',
      'VALUE_TYPE fieldsMap/sLabel',
      'VALUE_TYPE childTables/t/0/fieldsMap/c',
      'VALUE_TYPE childTables/t/0/fieldsMap/sLabel',
    ]);
  });

  it('of a display text follows its field', () => {
    const closed = { nodeRules: nodeRules() };
    expect(paths({ fieldsMap: { sLabel: '假' } }, closed)).toEqual(['VALUE_FORBIDDEN fieldsMap/sLabel']);
    expect(paths({ fieldsMap: { s: '2', sLabel: '二' } })).toEqual([]);
  });

  it('of a key that the form has not is refused, unless it was stored so', () => {
    expect(paths({ fieldsMap: { old: 'kept', fresh: 1 } })).toEqual(['VALUE_UNKNOWN fieldsMap/fresh']);
    expect(paths({ fieldsMap: JSON.parse('{"__proto__": {"x": 1}}') as Record<string, unknown> })).toEqual([
      'VALUE_UNKNOWN fieldsMap/__proto__',
    ]);
    expect(paths({ rows: cell(0, 'zzz', 1) })).toEqual(['VALUE_UNKNOWN childTables/t/0/fieldsMap/zzz']);
    expect(
      checkChanges({
        compiled: form,
        stored,
        incoming: { fieldsMap: {}, childTables: { other: [] as never[], more: [row('1', {})] } },
        situation: situation(),
      }).map(({ code }) => code),
    ).toEqual(['VALUE_UNKNOWN']);
  });

  it('of a computed value must be what it computes to, as far as its sender could know', () => {
    const seesAll = {
      nodeRules: nodeRules({
        isStart: true,
        fields: { secret: { visible: '1' } },
        tables: { t: { columns: { d: { visible: '1' } } } },
      }),
    };
    expect(paths({ fieldsMap: { twice: 999 } }, seesAll)).toEqual(['VALUE_FORBIDDEN fieldsMap/twice']);
    expect(
      paths({ fieldsMap: { twice: 6 }, rows: (rows) => cell(0, 'n', 2)(cell(0, 'n2', 4)(rows) as never) }, seesAll),
    ).toEqual([]);
    expect(paths({ rows: cell(0, 'n2', 7) }, seesAll)).toEqual(['VALUE_FORBIDDEN childTables/t/0/fieldsMap/n2']);
    expect(paths({ fieldsMap: { twice: 999 } })).toEqual([]);
  });

  it('under linkage counts as allowed when it was open before or is open after', () => {
    expect(paths({ fieldsMap: { linked: 'x' } })).toEqual(['VALUE_FORBIDDEN fieldsMap/linked']);
    expect(paths({ fieldsMap: { a: 'open', linked: 'x' } })).toEqual([]);
  });
});

describe('a change of rows', () => {
  it('in an editable column passes; in a hidden one, or another person’s row, is named (RO-001)', () => {
    expect(paths({ rows: cell(0, 'c', 'new') })).toEqual([]);
    expect(paths({ rows: cell(0, 'd', 'w') })).toEqual(['VALUE_FORBIDDEN childTables/t/0/fieldsMap/d']);
    expect(paths({ rows: cell(0, 'mine', 'n') })).toEqual([]);
    expect(paths({ rows: cell(1, 'mine', 'n') })).toEqual(['VALUE_FORBIDDEN childTables/t/1/fieldsMap/mine']);
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
      const wordOn = (vouched: readonly string[]) => (_table: string, _row: string, column: string) =>
        vouched.includes(column) ? ('vouched' as const) : null;
      const picked = (...vouched: string[]): object => ({
        picked: { wordOn: wordOn(vouched), isStranger: () => false },
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
            watchApiUrl: '/x',
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

describe('a new record', () => {
  it('is held against its defaults: what may not be typed may only be the default', () => {
    expect(paths({ fieldsMap: { a: 'x', twice: 0 } }, {}, null)).toEqual([]);
    expect(paths({ fieldsMap: { locked: 'x', secret: 'y' } }, {}, null)).toEqual([
      'VALUE_FORBIDDEN fieldsMap/locked',
      'VALUE_FORBIDDEN fieldsMap/secret',
    ]);
  });
});

describe('a “today” that nobody may type', () => {
  const dated = compile([
    { tag: 'el-date-picker', __vModel__: 'at', type: 'datetime', isToday: '1', readonly: true },
    { tag: 'el-date-picker', __vModel__: 'month', format: 'YYYY-MM', isToday: '1', readonly: true },
  ]);
  const send = (
    fieldsMap: Record<string, unknown>,
    before: { fieldsMap: object; childTables: object } | null = null,
  ): string[] =>
    checkChanges({
      compiled: dated,
      stored: before as never,
      incoming: { fieldsMap, childTables: {} },
      situation: situation(),
    }).map(({ path }) => path.join('/'));
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

  it('may be some hours old when a new record arrives, not some days, and never changes later', () => {
    expect(send({ at: ago(5), month: ago(0).slice(0, 7) })).toEqual([]);
    expect(send({ at: ago(72) })).toEqual(['fieldsMap/at']);
    expect(send({ at: ago(-48), month: '2020-01' })).toEqual(['fieldsMap/at', 'fieldsMap/month']);
    expect(send({ at: ago(0) }, { fieldsMap: { at: ago(9) }, childTables: {} })).toEqual(['fieldsMap/at']);
  });
});

describe('a “today” in a format of the form’s own', () => {
  const field = (key: string, more: object) => ({
    tag: 'el-date-picker',
    __vModel__: key,
    isToday: '1',
    readonly: true,
    ...more,
  });
  const dated = compile([
    field('day', { 'value-format': 'YYYY年MM月DD日' }),
    field('minute', { type: 'datetime', 'value-format': 'yyyy年MM月dd日 HH时mm分' }),
    field('week', { type: 'week', 'value-format': 'YYYY/MM/DD' }),
    field('month', { type: 'month', 'value-format': 'YYYY年M月' }),
    field('span', { type: 'daterange', 'value-format': 'YYYY.MM.DD' }),
  ]);
  const refused = (fieldsMap: Record<string, unknown>): string[] =>
    checkChanges({
      compiled: dated,
      stored: null,
      incoming: { fieldsMap, childTables: {} },
      situation: situation(),
    }).map(({ path }) => String(path.at(-1)));
  const at = (hours: number): dayjs.Dayjs => dayjs().subtract(hours, 'hour');

  it('is as old as the page that filled it may be', () => {
    const day = at(24).format('YYYY.MM.DD');
    expect(
      refused({
        day: at(24).format('YYYY年MM月DD日'),
        minute: at(3).format('YYYY年MM月DD日 HH时mm分'),
        month: at(0).format('YYYY年M月'),
        span: [day, day],
      }),
    ).toEqual([]);
    expect(
      refused({
        week: at(24)
          .subtract((at(24).day() + 6) % 7, 'day')
          .format('YYYY/MM/DD'),
      }),
    ).toEqual([]);
  });

  it('is nothing else', () => {
    expect(
      refused({
        day: at(24 * 9).format('YYYY年MM月DD日'),
        minute: '2020年01月01日 00时00分',
        week: '2020/01/06',
        month: '2020年1月',
        span: ['2020.01.01', '2020.01.01'],
      }),
    ).toEqual(['day', 'minute', 'week', 'month', 'span']);
    expect(refused({ day: '今天', minute: '', month: null })).toEqual(['day', 'minute', 'month']);
  });
});

describe('fields filled by a call', () => {
  const filling = compile([
    input('code', { openWatch: '1', watchApiUrl: '/pms/project', watchApiHash: { name: 'projectName' } }),
    input('name', { readonly: true }),
  ]);
  const changes = (
    sent: object,
    stored: object | null = { code: '甲', name: '旧项目' },
    here: Partial<Situation> = {},
  ): number =>
    checkChanges({
      compiled: filling,
      stored: stored && { fieldsMap: stored as never, childTables: {} },
      incoming: { fieldsMap: { name: '某项目', ...sent }, childTables: {} },
      situation: situation({ recordId: stored && 'r', ...here }),
    }).length;

  it('may change with the field that fills them, and not without it', () => {
    expect(changes({ code: '乙' })).toBe(0);
    expect(changes({ code: '乙' }, null)).toBe(0);
    expect(changes({ code: '乙' }, undefined, { nodeRules: nodeRules() })).toBe(2);
    expect([changes({}), changes({ code: '甲' }), changes({}, {})]).toEqual([1, 1, 1]);
  });

  it('may come for a value that was stored before its call had answered', () => {
    expect([changes({}, { code: '甲' }), changes({}, { code: '甲', name: '' })]).toEqual([0, 0]);
    expect(changes({}, { code: '甲' }, { nodeRules: nodeRules() })).toBe(1);
  });
});

it('sending back what one was shown is never a change, at any node', () => {
  const flag = fc.constantFrom('0', '1') as fc.Arbitrary<'0' | '1'>;
  const rules = fc.record({
    a: fc.record({ visible: flag, editable: flag }),
    secret: fc.record({ visible: flag, editable: flag }),
  });
  fc.assert(
    fc.property(rules, fc.boolean(), flag, flag, (fields, isStart, visible, add) => {
      const here = situation({
        recordId: 'r',
        nodeRules: nodeRules({ isStart, fields, tables: { t: { visible, add, columns: { d: { visible } } } } }),
      });
      return (
        checkChanges({
          compiled: form,
          stored,
          incoming: structuredClone(redactRecord(form, stored, here)),
          situation: here,
        }).length === 0
      );
    }),
  );
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
