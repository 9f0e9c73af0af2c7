import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { button, detail, FLOW, input, OFFER, stored, type } from './detailPage.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('a new record', () => {
  it('is stored once by a double click, and its id comes into the address', async () => {
    const save = vi.fn(stored);
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('name', '公章');
    fireEvent.click(button('save'));
    fireEvent.click(button('save'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[1].fieldsMap).toMatchObject({ name: '公章' });
  });

  it('is saved by 保存全部 of a table inside, and by no other event of one (SL-002)', async () => {
    const save = vi.fn(stored);
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('name', '公章');
    const tell = (event: string): void => {
      input('name').dispatchEvent(new CustomEvent('sub-table', { bubbles: true, detail: { event } }));
    };
    await act(async () => {
      tell('print');
    });
    expect(save).not.toHaveBeenCalled();
    await act(async () => {
      tell('save-all');
    });
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[1].fieldsMap).toMatchObject({ name: '公章' });
  });

  it('stored by 保存全部 is edited on at once', async () => {
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save: stored } }), detail);
    type('name', '公章');
    const reopen = vi.fn();
    await act(async () => {
      input('name').dispatchEvent(
        new CustomEvent('sub-table', { bubbles: true, detail: { event: 'save-all', reopen } }),
      );
    });
    await waitFor(() => expect(reopen).toHaveBeenCalledTimes(1));
  });

  it('has its first field one Tab away, and is saved by Ctrl+S once however long it is held', async () => {
    const save = vi.fn(stored);
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    expect(document.activeElement?.contains(input('name'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    type('name', '公章');
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never);
    expect(fireEvent.keyDown(input('name'), { key: 's', ctrlKey: true })).toBe(false);
    fireEvent.keyDown(input('name'), { key: 's', ctrlKey: true, repeat: true });
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('is submitted by Ctrl+Enter where its form has a process, and leaves the keys alone where it is only read', async () => {
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never);
    const run = vi.fn(async () => aRecord('r1', { name: '公章' }, { flwState: '1' }));
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ ...FLOW, records: { save: stored, run } }), detail);
    type('name', '公章');
    fireEvent.keyDown(input('name'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    cleanup();
    const services = fakeServices({ records: { get: async () => aRecord('r1', { name: '公章' }) } });
    await renderAt('/d?formKey=seal&id=r1', services, detail);
    await screen.findByText('公章');
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true);
  });

  it('of another tab, or under a dialog, hears no keys', async () => {
    const save = vi.fn(stored);
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('name', '公章');
    const rects = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as never);
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true);
    rects.mockReturnValue([{}] as never);
    const over = document.body.appendChild(document.createElement('div'));
    over.setAttribute('role', 'dialog');
    expect(fireEvent.keyDown(over, { key: 's', ctrlKey: true })).toBe(true);
    over.remove();
    expect(save).not.toHaveBeenCalled();
  });

  it('that 保存全部 could not save tells the table so', async () => {
    // its draft would be sent when the page has gone, and come into a later test
    const services = fakeServices({
      records: { save: () => Promise.reject(lost()) },
      drafts: { save: () => new Promise(() => undefined) },
    });
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    type('name', '公章');
    const reopen = vi.fn();
    await act(async () => {
      input('name').dispatchEvent(
        new CustomEvent('sub-table', { bubbles: true, detail: { event: 'save-all', reopen } }),
      );
    });
    await waitFor(() => expect(reopen).toHaveBeenCalledTimes(1));
  });

  it('is not sent while a required field is empty, and says which', async () => {
    const save = vi.fn(stored);
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    fireEvent.click(button('save'));
    const summary = await screen.findByText('请检查填写内容，共 1 处');
    expect(
      within(summary.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: '请填写名称' }),
    ).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    type('name', '公章');
    await waitFor(() => expect(screen.queryByText(/请检查填写内容/)).toBeNull());
  });

  it('keeps what was typed when the server is gone, and a retry stores it once', async () => {
    const save = vi.fn(stored).mockRejectedValueOnce(lost());
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('name', '公章');
    fireEvent.click(button('save'));
    await screen.findByText('无法连接服务器，请检查网络后重试');
    expect(input('name').value).toBe('公章');
    fireEvent.click(button('retry'));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[0]?.[2]).toBe(save.mock.calls[1]?.[2]);
    await waitFor(() => expect(screen.queryByText('无法连接服务器，请检查网络后重试')).toBeNull());
  });

  it('shows a refused field at its place', async () => {
    const refusal = new ServiceError('RECORD_INVALID', '请检查填写内容', {
      problems: [
        {
          code: 'VALUE_PATTERN',
          path: ['fieldsMap', 'reason'],
          message: '事由：与制度不符',
          params: {},
          level: 'error',
        },
      ],
    });
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ records: { save: () => Promise.reject(refusal) } }),
      detail,
    );
    type('name', '公章');
    fireEvent.click(button('save'));
    await waitFor(() =>
      expect(document.querySelector('[data-field="reason"]')?.textContent).toContain('事由：与制度不符'),
    );
  });
});

describe('a record that somebody else changed meanwhile', () => {
  const stale = (): Services => {
    const save = vi
      .fn(stored)
      .mockRejectedValueOnce(
        new ServiceError('RECORD_STALE', '李四 已于 10:00 修改了此记录，您的修改未保存，填写内容已保留'),
      );
    const get = vi
      .fn()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章', reason: '旧' }))
      .mockResolvedValue(aRecord('r1', { name: '公章', reason: '李四写的' }, { revision: 5 }));
    return fakeServices({
      records: { save, get, getRevision: async () => aRecord('r1', { name: '公章', reason: '旧' }) },
    });
  };
  const collide = async (services: Services) => {
    await renderAt('/d?formKey=seal&id=r1&isEdit=1', services, detail);
    type('name', '我改的');
    fireEvent.click(button('save'));
    return screen.findByRole('dialog');
  };

  it('names who changed what, and the typed values go on top of the latest', async () => {
    const services = stale();
    const dialog = await collide(services);
    expect(dialog.textContent).toContain('李四');
    expect(dialog.textContent).toContain('李四写的');
    fireEvent.click(button('keep-mine'));
    await waitFor(() => expect(input('reason').value).toBe('李四写的'));
    expect(input('name').value).toBe('我改的');
    fireEvent.click(button('save'));
    await waitFor(() => expect(services.records.save).toHaveBeenCalledTimes(2));
    expect(vi.mocked(services.records.save).mock.lastCall?.[1]).toMatchObject({
      revision: 5,
      fieldsMap: { name: '我改的', reason: '李四写的' },
    });
  });

  it('is not said to be somebody else’s change where the same person saved elsewhere', async () => {
    const services = stale();
    vi.mocked(services.records.get)
      .mockReset()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章' }))
      .mockResolvedValue(aRecord('r1', { name: '章' }, { revision: 5, updateBy: 'u1' }));
    const dialog = await collide(services);
    expect(dialog.textContent).toContain('您在另一处修改过此记录');
  });

  it('says that the form has another version, not that the state changed, where only the version differs', async () => {
    const services = stale();
    vi.mocked(services.records.get)
      .mockReset()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章' }))
      .mockResolvedValue(aRecord('r1', { name: '章' }, { revision: 5, version: 2 }));
    const dialog = await collide(services);
    expect(dialog.textContent).toContain('另一版表单');
    expect(dialog.textContent).not.toContain('状态已经改变');
  });

  it('shows the latest on request and still offers the typed values', async () => {
    await collide(stale());
    fireEvent.click(button('show-latest'));
    await screen.findByText(OFFER);
    expect(input('name').value).toBe('公章');
    fireEvent.click(button('restore-draft'));
    const dialog = await screen.findByRole('dialog', { name: '恢复草稿' });
    expect(dialog.querySelector('[data-merge="name"]')?.textContent).toContain('我改的');
    fireEvent.click(within(dialog).getByRole('button', { name: '恢复所选内容' }));
    await waitFor(() => expect(input('name').value).toBe('我改的'));
    expect(input('reason').value).toBe('李四写的');
  });

  it('says of a draft that has been submitted since, in another window say, that it is, and shows it', async () => {
    const save = vi
      .fn(stored)
      .mockRejectedValueOnce(
        new ServiceError('RECORD_STALE', '张三 已于 10:00 修改了此记录，您的修改未保存，填写内容已保留'),
      );
    const get = vi
      .fn()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章' }))
      .mockResolvedValue(aRecord('r1', { name: '公章' }, { revision: 5, flwState: '1', taskNode: '审核' }));
    const dialog = await collide(fakeServices({ ...FLOW, records: { save, get } }));
    expect(dialog.textContent).toContain('此申请已提交');
    expect(dialog.textContent).toContain('不能再保存；您的填写内容已作为草稿保留');
    expect(button('keep-mine')).toBeNull();
    fireEvent.click(button('show-latest'));
    await waitFor(() => expect(document.querySelector('[data-action="save"]')).toBeNull());
  });

  it('at the same field leaves the choice to the person', async () => {
    const save = vi.fn(stored).mockRejectedValueOnce(new ServiceError('RECORD_STALE', '李四 已修改了此记录'));
    const get = vi
      .fn()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章', reason: '旧' }))
      .mockResolvedValue(aRecord('r1', { name: '李四改的', reason: '旧' }, { revision: 5 }));
    const services = fakeServices({ records: { save, get } });
    const dialog = await collide(services);
    expect(dialog.querySelector('[data-merge="name"]')?.getAttribute('data-by')).toBe('both');
    fireEvent.click(within(dialog).getByLabelText('用最新的'));
    fireEvent.click(button('keep-mine'));
    await waitFor(() => expect(input('name').value).toBe('李四改的'));
    expect(screen.queryByText(/^未保存/)).toBeNull();
  });

  it('keeps what was chosen for other fields when one choice is made for all that both changed', async () => {
    const save = vi.fn(stored).mockRejectedValueOnce(new ServiceError('RECORD_STALE', '李四 已修改了此记录'));
    const get = vi
      .fn()
      .mockResolvedValueOnce(aRecord('r1', { name: '公章', reason: '旧' }))
      .mockResolvedValue(aRecord('r1', { name: '李四改的', reason: '旧' }, { revision: 5 }));
    await renderAt('/d?formKey=seal&id=r1&isEdit=1', fakeServices({ records: { save, get } }), detail);
    type('name', '我改的');
    type('reason', '我写的');
    fireEvent.click(button('save'));
    const dialog = await screen.findByRole('dialog');
    const reason = dialog.querySelector<HTMLElement>('[data-merge="reason"]') as HTMLElement;
    fireEvent.click(within(reason).getByLabelText('用最新的'));
    fireEvent.click(button('choose-mine'));
    fireEvent.click(button('keep-mine'));
    await waitFor(() => expect(input('reason').value).toBe('旧'));
    expect(input('name').value).toBe('我改的');
  });
});

describe('leaving a record', () => {
  const away = (
    <>
      {detail}
      <Link to="/elsewhere">离开此页</Link>
    </>
  );
  const at = (): string => screen.getByTestId('address').textContent;

  it('asks while something is unsaved, and stays on a no', async () => {
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save: vi.fn(stored) } }), away);
    type('name', '公章');
    fireEvent.click(screen.getByText('离开此页'));
    const dialog = await screen.findByRole('dialog');
    expect(at()).toContain('/d');
    fireEvent.click(within(dialog).getByRole('button', { name: '继续填写' }));
    expect(input('name').value).toBe('公章');
    fireEvent.click(screen.getByText('离开此页'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /离\s*开/ }));
    await waitFor(() => expect(at()).toBe('/elsewhere'));
  });

  it('does not ask once everything is saved', async () => {
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save: vi.fn(stored) } }), away);
    type('name', '公章');
    fireEvent.click(button('save'));
    await waitFor(() => expect(at()).toContain('id=r1'));
    fireEvent.click(screen.getByText('离开此页'));
    expect(at()).toBe('/elsewhere');
  });
});
