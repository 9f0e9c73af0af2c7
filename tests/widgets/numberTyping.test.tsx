import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Edit } from '../../src/widgets/el-input-number/edit.tsx';

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
