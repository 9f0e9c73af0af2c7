import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt } from '../fakes.tsx';
import { detail, input } from './detailPage.tsx';

beforeEach(() => localStorage.clear());

it('a record that is made from another one begins with what the server takes from that one', async () => {
  const prefill = vi.fn<Services['records']['prefill']>(async () => ({
    relation: 'reason',
    values: { name: '云帆大厦检测报价', reason: 'c1' },
    rows: {},
  }));
  await renderAt(
    '/d?formKey=seal&isEdit=1&from=contract&fromId=c1&fromRule=0',
    fakeServices({ records: { prefill } }),
    detail,
  );
  await waitFor(() => expect(input('name').value).toBe('云帆大厦检测报价'));
  expect(prefill).toHaveBeenCalledWith('seal', { from: 'contract', id: 'c1', index: 0 });
  // the record that it was made from is not chosen again
  expect(input('reason')).toBeNull();
});

it('a new record is loaded again when its address says another one that it is made from', async () => {
  const prefill = vi.fn<Services['records']['prefill']>(async (_key, { id }) => ({
    relation: 'reason',
    values: { name: `合同${id}`, reason: id },
    rows: {},
  }));
  const address = (id: string): string => `/d?formKey=seal&isEdit=1&from=contract&fromId=${id}&fromRule=0`;
  await renderAt(
    address('A'),
    fakeServices({ records: { prefill } }),
    <>
      {detail}
      <Link to={address('B')}>另一份</Link>
    </>,
  );
  await waitFor(() => expect(input('name').value).toBe('合同A'));
  fireEvent.click(screen.getByText('另一份'));
  await waitFor(() => expect(input('name').value).toBe('合同B'));
});
