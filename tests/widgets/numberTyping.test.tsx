import { useState } from 'react';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Edit as AmountEdit } from '../../src/widgets/el-input/edit.tsx';
import { Edit } from '../../src/widgets/el-input-number/edit.tsx';
import { View } from '../../src/widgets/el-input-number/view.tsx';

const node = { tag: 'el-input-number', __vModel__: 'price', label: '单价', precision: 2 } as const;

function Cell({ typed }: { typed: string }) {
  const [value, setValue] = useState<unknown>(5);
  return (
    <>
      <Edit
        id="price"
        node={node}
        value={value}
        onChange={setValue}
        disabled={false}
        invalid={false}
        isCell
        typed={typed}
      />
      <output>{String(value)}</output>
    </>
  );
}

describe('typing into a selected number cell', () => {
  it('begins with the digit as typed, so that the next one stands beside it', () => {
    render(<Cell typed="2" />);
    expect((screen.getByRole('spinbutton') as HTMLInputElement).value).toBe('2');
    expect(screen.getByRole('status').textContent).toBe('2');
  });

  it('keeps a minus sign that is no number yet', () => {
    render(<Cell typed="-" />);
    expect((screen.getByRole('spinbutton') as HTMLInputElement).value).toBe('-');
    expect(screen.getByRole('status').textContent).toBe('null');
  });
});

describe('an amount', () => {
  it('refuses a pasted text that is another amount once it is filtered (VL-002)', async () => {
    const onChange = vi.fn();
    render(
      <AmountEdit
        id="sum"
        node={{ tag: 'el-input', __vModel__: 'sum', isFloat: '1' }}
        value="12"
        onChange={onChange}
        disabled={false}
        invalid={false}
      />,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox');
    input.setSelectionRange(0, 2);
    const paste = (text: string): boolean => fireEvent.paste(input, { clipboardData: { getData: () => text } });
    expect([paste('-500'), paste('1,5'), paste('1,500.50')]).toEqual([false, false, true]);
    await waitFor(() => expect(document.body.textContent).toContain('“-500”没有填入：不能为负数'));
    input.setSelectionRange(2, 2);
    expect(paste('.345')).toBe(false);
  });

  it('too large to be written in capitals has no brackets behind it (VL-003)', () => {
    const shown = (value: number): string =>
      render(<View node={{ tag: 'el-input-number', __vModel__: 'sum', isCapital: '1' }} value={value} />).container
        .textContent ?? '';
    expect(shown(1e15)).toBe('1,000,000,000,000,000');
    expect(shown(12)).toBe('12（壹拾贰元整）');
  });
});
