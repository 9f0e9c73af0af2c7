import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Transition } from '../../../src/runtime/services/tasks.ts';
import { button, detail, FLOW, input, OFFER, pause, stored, type } from './detailPage.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());

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

describe('what was typed and not saved', () => {
  it('is offered back after the page was lost, and comes back', async () => {
    const services = fakeServices({ records: { save: vi.fn(stored) } });
    const first = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    type('name', '半成品');
    await pause(700);
    first.unmount();
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await screen.findByText(OFFER);
    expect(input('name').value).toBe('');
    fireEvent.click(button('restore-draft'));
    expect(input('name').value).toBe('半成品');
  });

  it('is offered again when the offer went unanswered and something else was saved', async () => {
    const services = fakeServices({ records: { save: vi.fn(stored) } });
    const first = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    type('name', '半成品');
    await pause(700);
    first.unmount();
    const second = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await screen.findByText(OFFER);
    type('name', '另一份');
    fireEvent.click(button('save'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    second.unmount();
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await screen.findByText(OFFER);
    fireEvent.click(button('restore-draft'));
    expect(input('name').value).toBe('半成品');
  });

  it('on another device is offered with its name, and what may not be filled in any more is left out by name', async () => {
    const about = {
      id: 'd9',
      formKey: 'seal',
      formName: '用印申请',
      recordId: '',
      title: '别处',
      device: 'Edge（Windows）',
      baseRevision: null,
      formVersion: null,
      revision: 1,
      parts: 2,
      updateTime: '',
      time: Date.now(),
    };
    const remove = vi.fn(async () => undefined);
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({
        drafts: {
          list: async () => [about],
          get: async () => ({ ...about, content: { '["f","name"]': '别处填写', '["f","gone"]': 1 } }),
          remove,
        },
        records: { save: vi.fn(stored) },
      }),
      detail,
    );
    expect((await screen.findByText(OFFER)).textContent).toContain('Edge（Windows）');
    fireEvent.click(button('restore-draft'));
    expect(input('name').value).toBe('别处填写');
    await screen.findByText('以下内容您现在不能填写：gone');
    fireEvent.click(button('save'));
    await waitFor(() => expect(remove).toHaveBeenCalledWith(['d9']));
  });

  it('is kept when the page goes away in the midst of a word', async () => {
    const services = fakeServices({ records: { save: vi.fn(stored) } });
    const first = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    type('name', '登录过期前');
    first.unmount();
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await screen.findByText(OFFER);
  });

  it('is given up for good by 放弃填写, and kept by 离开', async () => {
    const services = fakeServices({ records: { save: vi.fn(stored) }, drafts: { save: () => Promise.reject(lost()) } });
    for (const { action, isOffered } of [
      { action: 'leave', isOffered: true },
      { action: 'discard-and-leave', isOffered: false },
    ]) {
      localStorage.clear();
      const first = await renderAt(
        '/d?formKey=seal&isEdit=1',
        services,
        <>
          {detail}
          <Link to="/elsewhere">离开此页</Link>
        </>,
      );
      type('name', '半成品');
      fireEvent.click(screen.getByText('离开此页'));
      await screen.findByRole('dialog');
      fireEvent.click(button(action));
      await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/elsewhere'));
      first.unmount();
      const second = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
      if (isOffered) await screen.findByText(OFFER);
      else await pause(50);
      expect(screen.queryByText(OFFER) !== null).toBe(isOffered);
      second.unmount();
    }
  });

  it('is not offered any more once it was saved', async () => {
    const services = fakeServices({ records: { save: vi.fn(stored) } });
    const first = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    type('name', '完成');
    await pause(700);
    fireEvent.click(button('save'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    first.unmount();
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await pause(50);
    expect(screen.queryByText(OFFER)).toBeNull();
  });
});

/** An act under way, to be answered by hand. */
function heldRun() {
  const ends: { refuse(error: Error): void; done(record: FormRecord): void }[] = [];
  const run = vi.fn(
    (_key: string, _transition: Transition, _idempotencyKey: string) =>
      new Promise<FormRecord>((done, refuse) => {
        ends.push({ refuse, done });
      }),
  );
  return { run, ends };
}

describe('an act whose page went away before its answer', () => {
  const returned = aRecord('r1', { name: '公章' }, { flwState: '2', taskNode: '提交申请' });
  const open = (run: Services['records']['run'], save = vi.fn(stored)) =>
    renderAt(
      '/d?formKey=seal&id=r1&isEdit=1&taskId=t1',
      fakeServices({ ...FLOW, records: { get: async () => returned, run, save } }),
      detail,
    );
  const begun = async (words: string | null) => {
    const { run, ends } = heldRun();
    const first = await open(run);
    if (words !== null) type('name', words);
    fireEvent.click(button('submit'));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    first.unmount();
    return { run, ends };
  };

  it('leaves no draft when it is refused afterwards and nothing was typed', async () => {
    const { ends } = await begun(null);
    expect(Object.keys(localStorage).some((key) => key.startsWith('draft:'))).toBe(true);
    await act(async () => ends[0]?.refuse(new ServiceError('B0001', '登录超时，请重新登录')));
    await open(vi.fn());
    await pause(50);
    expect(screen.queryByText(OFFER)).toBeNull();
  });

  it('is not repeated by the next send when it was refused afterwards, and what was typed comes back', async () => {
    const { ends } = await begun('改过的名称');
    await act(async () => ends[0]?.refuse(new ServiceError('B0001', '登录超时，请重新登录')));
    const run = vi.fn();
    const save = vi.fn(stored);
    await open(run, save);
    await screen.findByText(OFFER);
    expect(screen.queryByText(/没有得到结果/)).toBeNull();
    fireEvent.click(button('restore-draft'));
    expect(input('name').value).toBe('改过的名称');
    fireEvent.click(button('save'));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(run).not.toHaveBeenCalled();
  });

  it('is repeated under its key when its answer never came, the message says that it was this that was done, and later words stay a draft', async () => {
    const { run, ends } = await begun(null);
    await act(async () => ends[0]?.refuse(lost()));
    const second = await open(run);
    await screen.findByText(/上次的“提交”没有得到结果/);
    fireEvent.click(button('restore-draft'));
    type('name', '之后填写');
    fireEvent.click(button('save'));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    expect(run.mock.calls[1]?.[2]).toBe(run.mock.calls[0]?.[2]);
    await act(async () => ends[1]?.done({ ...returned, revision: 9, flwState: '1' }));
    await screen.findByText('上次的“提交”已经成功，这次的操作没有再执行；其后的填写已保留为草稿');
    second.unmount();
    await open(vi.fn());
    await screen.findByText(OFFER);
  });

  it('that is refused while the page was out of sight is not offered as unknown after it is closed', async () => {
    const { run, ends } = heldRun();
    const first = await open(run);
    type('name', '改过的名称');
    fireEvent.click(button('submit'));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    fireEvent(window, new Event('pagehide'));
    await act(async () => ends[0]?.refuse(new ServiceError('RECORD_INVALID', '请检查填写内容')));
    first.unmount();
    await open(vi.fn());
    await screen.findByText(OFFER);
    expect(screen.queryByText(/没有得到结果/)).toBeNull();
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
    return fakeServices({ records: { save, get, at: async () => aRecord('r1', { name: '公章', reason: '旧' }) } });
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
