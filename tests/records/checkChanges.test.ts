import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { checkChanges } from '../../src/records/checkChanges.ts';
import { redactRecord } from '../../src/records/redact.ts';
import type { Situation } from '../../src/rules/situation.ts';
import fc from '../support/fc.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';
import { input, number, row, form, stored, paths, cell } from './changedForm.ts';

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

describe('a value that depends on today', () => {
  const dated = compile([
    input('due'),
    number('left', { computed: 'daysUntil(due)' }),
    input('state', { computed: 'left < 0.0 ? "过期" : "有效"' }),
    number('twice', { computed: 'round(2.0)' }),
    {
      tag: 'subTable',
      __vModel__: 't',
      children: [input('until'), number('days', { computed: 'daysUntil(until)' })],
    },
  ]);
  const send = (fieldsMap: Record<string, unknown>, days = 0): string[] =>
    checkChanges({
      compiled: dated,
      stored: { fieldsMap: { due: '2026-01-01' }, childTables: {} },
      incoming: { fieldsMap, childTables: { t: [row('1', { until: '2026-01-01', days })] } },
      situation: situation(),
    }).map(({ path }) => String(path.at(-1)));

  it('may be what a page computed the day before, directly or through another value, in a row too', () => {
    expect(send({ left: 3, state: '有效' }, 3)).toEqual([]);
    expect(send({ left: 3, state: '有效', twice: 3 })).toEqual(['twice']);
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
    input('code', {
      openWatch: '1',
      watchApiUrl: '/frmCrud/getById/source?id=1',
      watchApiHash: { name: 'projectName' },
    }),
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
    // the call for the changed field finds nothing: the server has no value, and the page has emptied the field
    const nothing = (sent: object): number =>
      checkChanges({
        compiled: filling,
        stored: { fieldsMap: { code: '甲', name: '旧项目' }, childTables: {} },
        incoming: { fieldsMap: { code: '甲', name: '旧项目', ...sent }, childTables: {} },
        situation: situation({ recordId: 'r' }),
        isFillReturned: () => false,
      }).length;
    expect([nothing({ code: '乙', name: '' }), nothing({ code: '乙', name: '别的' }), nothing({ name: '' })]).toEqual([
      0, 1, 1,
    ]);
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
