import { waitFor } from '@testing-library/react';
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
