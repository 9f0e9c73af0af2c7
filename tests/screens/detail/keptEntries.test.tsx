import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Transition } from '../../../src/runtime/services/tasks.ts';
import { button, detail, FLOW, input, OFFER, pause, stored, type } from './detailPage.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());

/** A draft of another device. */
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

  it('is back at once where it was asked for by name', async () => {
    const drafts = {
      list: async () => [{ ...about, id: 'd8', time: about.time + 1 }, about],
      get: async (id: string) => ({ ...about, id, content: { '["f","name"]': id === 'd9' ? '别处填写' : '另一份' } }),
    };
    await renderAt('/d?formKey=seal&isEdit=1&draft=d9', fakeServices({ drafts }), detail);
    await waitFor(() => expect(input('name').value).toBe('别处填写'));
    expect(screen.queryByText(OFFER)).toBeNull();
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
