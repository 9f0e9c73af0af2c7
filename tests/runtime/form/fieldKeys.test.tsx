import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { redactRecord } from '../../../src/records/redact.ts';
import { acceptChanges } from '../../../src/server/records/save/acceptChanges.ts';
import { settle, situation } from '../../widgets/support.tsx';
import { compiled, frame, record, session, show } from '../support.tsx';

/** What the server says of a new record with these values: keys of what is forbidden, and of what is wrong. */
function judged(field: object, value: unknown): string[] {
  const form = compiled(field);
  const key = (field as { __vModel__: string }).__vModel__;
  const { forbidden, invalid } = acceptChanges({
    form,
    stored: null,
    sent: { fieldsMap: { [key]: value }, childTables: {} },
    situation,
    strictness: 'complete',
  });
  return [...forbidden, ...invalid].map(({ code, message }) => `${code} ${message}`);
}
const field = (tag: string, more: object = {}) => ({ tag, __vModel__: 'f', label: '字段', ...more });
const input = (more: object = {}) => field('el-input', more);
const value = async (node: object, given: unknown): Promise<string> => {
  await show(session({ fields: [node], record: record({ f: given }), mode: 'view' }));
  return frame('f')?.querySelector('.sf-text')?.textContent ?? '';
};
const OPTIONS = {
  __slot__: {
    options: [
      { label: '甲', value: '1' },
      { label: '乙', value: '2' },
    ],
  },
};

describe('the key', () => {
  test('label stands beside the control, names it for assistive tools, and stands in what is said of it (FK-002)', async () => {
    const form = session({ fields: [input({ label: '委托单位', required: true })] });
    await show(form);
    expect(screen.getByRole('textbox', { name: '委托单位' })).toBeDefined();
    expect(form.validate()[0]?.message).toContain('委托单位');
  });

  test('style sets the width of the control and nothing else (FK-004)', async () => {
    await show(session({ fields: [input({ style: { width: '240px', position: 'fixed', color: 'red' } })] }));
    const style = frame('f')?.querySelector<HTMLElement>('.sf-control')?.style;
    expect([style?.width, style?.position, style?.color]).toEqual(['240px', '', '']);
  });

  test('flowVisible "0" hides the field, keeps its value on the server and takes none (FK-006)', async () => {
    const node = input({ flowVisible: '0' });
    await show(session({ fields: [node], record: record({ f: '密' }) }));
    expect(frame('f')).toBeNull();
    expect(redactRecord(compiled(node), record({ f: '密' }), situation).fieldsMap).toEqual({});
    expect(judged(node, '猜')[0]).toContain('VALUE_FORBIDDEN');
  });

  test.each(['readonly', 'disabled'])(
    '%s shows text to everybody, and the server takes no other value (FK-008)',
    async (key) => {
      const node = input({ [key]: true, defaultValue: '定' });
      await show(session({ fields: [node] }));
      expect(frame('f')?.querySelector('input')).toBeNull();
      expect(frame('f')?.textContent).toContain('定');
      expect(judged(node, '定')).toEqual([]);
      expect(judged(node, '改')[0]).toContain('VALUE_FORBIDDEN');
    },
  );

  test('isHideField "1" hides the field on the page alone: its value is computed and sent (FK-009)', async () => {
    const form = session({
      fields: [input({ isHideField: '1' }), { tag: 'el-input', __vModel__: 'g', computed: 'f + "号"' }],
      record: record({ f: '甲' }),
    });
    await show(form);
    expect(frame('f')).toBeNull();
    expect(form.toRecord().fieldsMap).toMatchObject({ f: '甲', g: '甲号' });
  });

  test('items stands for options where older documents write it so (FK-016)', async () => {
    expect(await value(field('el-select', { items: OPTIONS.__slot__.options }), '2')).toBe('乙');
    expect(judged(field('el-select', { items: OPTIONS.__slot__.options }), '3')[0]).toContain('VALUE_OPTION');
  });

  test.each([
    ['YYYY-MM', '2026-03-09', '2026-03'],
    ['YYYY-MM-DD', '2026-03-09T10:20:30', '2026-03-09'],
    [undefined, '2026-03-09 10:20', '2026-03-09'],
  ])('format %s cuts what is shown (FK-017, VL-006, VL-007)', async (format, given, shown) => {
    expect(await value(field('el-date-picker', { type: 'date', ...(format ? { format } : {}) }), given)).toBe(shown);
  });

  test.each([
    ['date', '2026-03-09', '2026-03'],
    ['month', '2026-03', '三月'],
    ['datetime', '2026-03-09 08:00:00', '明早'],
    ['daterange', ['2026-03-01', '2026-03-09'], ['2026-03-09', '2026-03-01']],
  ])('dateType %s says what is stored, and the server judges it (FK-037, VL-008)', (dateType, right, wrong) => {
    expect(judged(field('el-date-picker', { dateType }), right)).toEqual([]);
    if (dateType !== 'date') expect(judged(field('el-date-picker', { dateType }), wrong)).toHaveLength(1);
    expect(judged(field('el-date-picker', { dateType }), Array.isArray(right) ? right[0] : [right])).toHaveLength(1);
  });

  test('isToday "1" begins with today, of a week with its Monday, and the server takes no forged day of a locked field (FK-013)', () => {
    const node = field('el-date-picker', { isToday: '1', readonly: true });
    const today = session({ fields: [node] }).values.f;
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(judged(node, today)).toEqual([]);
    expect(judged(node, '2001-01-01')[0]).toContain('VALUE_FORBIDDEN');
    const week = String(session({ fields: [field('el-date-picker', { type: 'week', isToday: '1' })] }).values.f);
    expect(new Date(`${week}T12:00:00`).getDay()).toBe(1);
  });

  test('multiple makes a list of options, and comma-joined ids of people (FK-035)', () => {
    expect(judged(field('el-select', { ...OPTIONS, multiple: true }), ['1', '2'])).toEqual([]);
    expect(judged(field('el-select', { ...OPTIONS, multiple: true }), '1')).toHaveLength(1);
    expect(judged(field('el-select', OPTIONS), ['1'])).toHaveLength(1);
    expect(judged(field('userSelector', { multiple: true }), 'a,b')).toEqual([]);
    expect(judged(field('userSelector'), 'a,b')[0]).toContain('只能选一个');
  });

  test('isLabel "0" stores no text beside the value; else it is stored with each choice (FK-036, LB-001)', () => {
    const keysOf = (more: object): string[] => {
      const form = session({ fields: [field('el-select', { ...OPTIONS, ...more })] });
      act(() => form.setValue('f', '1', '甲'));
      return Object.keys(form.toRecord().fieldsMap).filter((key) => form.toRecord().fieldsMap[key] === '甲');
    };
    expect([keysOf({}), keysOf({ isLabel: '0' })]).toEqual([['fLabel'], []]);
  });

  test('min, max and precision are named on the page and refused by the server, never put right silently (FK-038, FK-039)', async () => {
    const node = field('el-input-number', { min: 1, max: 10, precision: 1 });
    const form = session({ fields: [node] });
    await show(form);
    for (const [given, words] of [
      [0, '不能小于 1'],
      [11, '不能大于 10'],
      [1.25, '最多 1 位小数'],
    ] as const) {
      act(() => form.setValue('f', given));
      expect(form.validate()[0]?.message).toContain(words);
      expect(form.values.f).toBe(given);
      expect(judged(node, given)[0]).toContain(words);
    }
  });

  test('step is what a key adds; with step-strictly nothing else is taken (FK-040)', async () => {
    await show(session({ fields: [field('el-input-number', { step: 0.5 })], record: record({ f: 1 }) }));
    await settle(10);
    expect(screen.getByRole('spinbutton').getAttribute('step')).toBe('0.5');
    expect(judged(field('el-input-number', { step: 0.5 }), 0.7)).toEqual([]);
    expect(judged(field('el-input-number', { step: 0.5, 'step-strictly': true }), 0.7)[0]).toContain('0.5 的倍数');
  });

  test('maxlength ends the typing, and the server counts again (FK-041)', async () => {
    await show(session({ fields: [input({ maxlength: 3 })] }));
    expect(screen.getByRole('textbox').getAttribute('maxlength')).toBe('3');
    expect(judged(input({ maxlength: 3 }), '一二三四')[0]).toContain('最多 3 个字');
  });

  test('isFloat "1" is an amount of at most two decimals (FK-042, VL-002)', () => {
    expect(judged(input({ isFloat: '1' }), '12.50')).toEqual([]);
    expect(judged(input({ isFloat: '1' }), '12.505')[0]).toContain('最多两位小数');
  });

  test('cascaderGetAll "1" is the whole way, else the last step; either is found in the options (FK-026)', () => {
    const area = (more: object): object =>
      field('el-cascader', {
        isStatic: '1',
        staticJson: [{ label: '江苏', value: 'js', children: [{ label: '南京', value: 'nj' }] }],
        ...more,
      });
    expect(judged(area({ cascaderGetAll: '1' }), ['js', 'nj'])).toEqual([]);
    expect(judged(area({ cascaderGetAll: '1' }), ['nj', 'js'])[0]).toContain('VALUE_OPTION');
    expect(judged(area({}), 'nj')).toEqual([]);
    expect(judged(area({}), 'js')[0]).toContain('请选到末级');
  });
});
