import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DraftPanelBlock } from '../../../src/screens/home/DraftPanelBlock.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

const line = (index: number) => ({
  id: `d${index}`,
  formKey: 'seal',
  formName: '用印申请',
  recordId: '',
  title: `用印 ${index}`,
  device: 'Chrome',
  time: Date.UTC(2026, 0, index + 1),
  revision: 1,
  baseRevision: null,
  formVersion: 1,
  parts: 1,
  updateTime: '2026-01-01 00:00:00',
});
const block = <DraftPanelBlock node={{ tag: 'draftPanel', count: 2 }} path={['root']} />;

describe('the drafts on the home page', () => {
  it('take no place where there are none', async () => {
    await renderAt('/', fakeServices({}), block);
    await waitFor(() => expect(document.querySelector('[data-panel="drafts"]')).toBeNull());
  });

  it('show the latest, count the rest, and are removed after a question', async () => {
    let lines = [line(0), line(1), line(2)];
    const remove = vi.fn(async ([id]: readonly string[]) => {
      lines = lines.filter((one) => one.id !== id);
    });
    await renderAt('/', fakeServices({ drafts: { list: async () => lines, remove } }), block);
    await screen.findByText('用印 2');
    expect(document.querySelector('[data-count="drafts"]')?.textContent).toBe('3');
    expect([...document.querySelectorAll('[data-draft-id]')].map((one) => one.getAttribute('data-draft-id'))).toEqual([
      'd2',
      'd1',
    ]);
    expect(screen.getByText('另有 1 份，可在各业务的列表页查看。')).toBeTruthy();
    fireEvent.click(document.querySelector('[data-action="remove-draft"]') as Element);
    fireEvent.click(await screen.findByRole('button', { name: /删\s*除$/ }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith(['d2']));
    await screen.findByText('用印 0');
  });

  it('lead to what was typed: a new record, or the own task on a stored one', async () => {
    const lines = [line(0), { ...line(1), recordId: 'r1' }];
    const get = async () => ({ ...aRecord('r1', {}), task: { taskId: 't1' } });
    await renderAt('/', fakeServices({ drafts: { list: async () => lines }, records: { get } }), block);
    const opened = async (title: string): Promise<URLSearchParams> => {
      fireEvent.click(await screen.findByText(title));
      await waitFor(() => expect(screen.getByTestId('address').textContent).toContain(`draft=d${title.at(-1)}`));
      return new URLSearchParams(screen.getByTestId('address').textContent?.split('?')[1]);
    };
    expect(Object.fromEntries(await opened('用印 0'))).toEqual({ formKey: 'seal', isEdit: '1', draft: 'd0' });
    expect(Object.fromEntries(await opened('用印 1'))).toEqual({
      formKey: 'seal',
      id: 'r1',
      isEdit: '1',
      todo: '1',
      taskId: 't1',
      draft: 'd1',
    });
  });
});
