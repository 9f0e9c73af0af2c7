import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExpressionInput } from '../../../src/designer/flow/conditions/ExpressionInput.tsx';
import { completionsAt, completionsFor } from '../../../src/designer/flow/conditions/completions.ts';
import type { FieldInfo } from '../../../src/designer/flow/panel/design.ts';

const TABLE: FieldInfo = {
  key: 'items',
  label: '设备明细',
  tag: 'subTable',
  type: 'list',
  options: null,
  columns: [{ key: 'price', label: '单价', type: 'double' }],
};
const FIELDS: FieldInfo[] = [
  { key: 'amount', label: '申请金额', tag: 'el-input-number', type: 'double', options: null, columns: null },
  { key: 'kind', label: '类别', tag: 'el-input', type: 'string', options: null, columns: null },
  TABLE,
];
const completions = completionsFor(FIELDS, { isRepeated: false, table: null });
/** Offered where `|` stands. */
const offered = (marked: string, from = completions): string[] =>
  completionsAt(marked.replace('|', ''), marked.indexOf('|'), from).completions.map(({ text }) => text);

afterEach(cleanup);

describe('while a condition is typed', () => {
  it('fields are offered by their key and by how people call them, functions after them', () => {
    expect(offered('amo|')).toEqual(['amount']);
    expect(offered('kind == "a" && 金额|')).toContain('amount');
    expect(offered('s|')[0]).toBe('sum(');
    expect(offered('amount > 1 && us|')).toEqual(['user.id', 'user.name', 'user.roles']);
  });

  it('a quote of the other kind in a text does not end or begin a text', () => {
    expect(offered('kind == "it\'s" && amo|')).toEqual(['amount']);
    expect(offered('kind == "a\\\\" && amo|')).toEqual(['amount']);
    expect(offered('kind == "it\'s amo|')).toEqual([]);
    expect(offered('kind == \'"\' && kind == "amo|')).toEqual([]);
  });

  it('nothing is offered inside of a text, behind a number, or where nothing is typed', () => {
    for (const marked of ['kind == "am|', "kind == 'am|", 'amount > 5|', '|', 'amount|'])
      expect([marked, offered(marked)]).toEqual([marked, []]);
  });

  it('the row’s columns are offered inside of a repeated sub-process alone', () => {
    expect(offered('item|')).not.toContain('item.price');
    expect(offered('item|', completionsFor(FIELDS, { isRepeated: true, table: TABLE }))).toContain('item.price');
  });

  it('the chosen word takes the place of what was typed, by the keyboard, and is taken over on leaving', async () => {
    const onCommit = vi.fn();
    render(
      <ExpressionInput value="" label="条件" placeholder="" status="" completions={completions} onCommit={onCommit} />,
    );
    const box = screen.getByLabelText<HTMLTextAreaElement>('条件');
    fireEvent.change(box, { target: { value: 'us', selectionStart: 2 } });
    expect([...document.querySelectorAll('[data-offer]')].map((one) => one.getAttribute('data-offer'))).toEqual([
      'user.id',
      'user.name',
      'user.roles',
    ]);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(box.value).toBe('user.name');
    expect(document.querySelector('[data-offer]')).toBeNull();
    fireEvent.blur(box);
    await waitFor(() => expect(onCommit).toHaveBeenCalledWith('user.name'));
  });
});
