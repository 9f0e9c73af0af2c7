import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FieldInfo } from '../../../src/designer/flow/panel/design.ts';
import { TrialValue } from '../../../src/designer/flow/trial/TrialValue.tsx';

afterEach(cleanup);

it('several options of a list are tried as a list', async () => {
  const field: FieldInfo = {
    key: 'kinds',
    label: '类别',
    tag: 'el-checkbox-group',
    type: 'list',
    options: [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ],
    columns: null,
  };
  const onChange = vi.fn();
  const { rerender } = render(<TrialValue field={field} value={['a']} onChange={onChange} />);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '类别' }));
  fireEvent.click(await screen.findByTitle('乙'));
  expect(onChange.mock.lastCall?.[0]).toEqual(['a', 'b']);
  rerender(<TrialValue field={field} value={['b']} onChange={onChange} />);
  fireEvent.click(document.querySelector('.ant-select-selection-item-remove') as Element);
  expect(onChange.mock.lastCall?.[0]).toBeUndefined();
});
