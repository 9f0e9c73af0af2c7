import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Transition } from '../../../src/runtime/services/tasks.ts';
import { button, detail, FLOW, input, pause, stored, type } from './detailPage.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());

describe('a record in approval', () => {
  const running = aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核', version: 3 });
  const records = (run: Services['records']['run']) => ({ get: async () => running, run });

  it('is read with the version it was submitted with', async () => {
    const definition = vi.fn(FLOW.forms.definition);
    await renderAt(
      '/d?formKey=seal&id=r1',
      fakeServices({ ...FLOW, forms: { ...FLOW.forms, definition }, records: { get: async () => running } }),
      detail,
    );
    expect(definition).toHaveBeenCalledWith('seal', 3);
  });

  it('is not opened for editing by its applicant', async () => {
    await renderAt(
      '/d?formKey=seal&id=r1&isEdit=1',
      fakeServices({ ...FLOW, records: { get: async () => running } }),
      detail,
    );
    await screen.findByText('此记录正在审批中，当前只能查看。');
    expect(button('save')).toBeNull();
  });

  it('leads the person who opened it from a list or a search to their task on it (TC-002)', async () => {
    const get = vi.fn(async () => ({ ...running, task: { taskId: 't7', actions: ['approve'] } }));
    await renderAt('/d?formKey=seal&id=r1&isEdit=1', fakeServices({ ...FLOW, records: { get } }), detail);
    await screen.findByText('此记录有待您办理的任务');
    expect(document.body.textContent).not.toContain('当前只能查看');
    expect(button('approve')).toBeNull();
    fireEvent.click(button('open-task'));
    await waitFor(() => expect(button('approve')).toBeTruthy());
    expect(get).toHaveBeenLastCalledWith('seal', 'r1', 't7');
    expect(document.body.textContent).not.toContain('此记录有待您办理的任务');
  });

  it.each([
    ['3', '此记录已办结，当前只能查看。'],
    ['4', '此记录已作废，当前只能查看。'],
  ] as const)('says of a record in state %s why it cannot be edited (ED-002)', async (flwState, reason) => {
    const get = async () => ({ ...running, flwState });
    await renderAt('/d?formKey=seal&id=r1&isEdit=1', fakeServices({ ...FLOW, records: { get } }), detail);
    await screen.findByText(reason);
  });

  it('asks for an opinion before it goes back, not before it is approved', async () => {
    const run = vi.fn(async (_key: string, _transition: Transition) => ({ ...running, flwState: '2' as const }));
    await renderAt(
      '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
      fakeServices({ ...FLOW, records: records(run) }),
      detail,
    );
    fireEvent.click(button('return'));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: /确\s*定/ });
    fireEvent.click(confirm);
    await within(dialog).findByRole('alert');
    expect(run).not.toHaveBeenCalled();
    fireEvent.change(within(dialog).getByLabelText('办理意见（必填）'), { target: { value: '请补充合同' } });
    fireEvent.click(confirm);
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(run.mock.calls[0]?.[1]).toMatchObject({ action: 'return', opinion: '请补充合同', taskId: 't1' });
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/taskCenter/toDoList'));
  });

  it('gives the keyboard back to the button when the opinion is called off', async () => {
    await renderAt(
      '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
      fakeServices({ ...FLOW, records: records(vi.fn()) }),
      detail,
    );
    button('return').focus();
    fireEvent.click(button('return'));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    await waitFor(() => expect(document.activeElement).toBe(button('return')));
  });

  it('is not sent by 保存全部 of a table inside where the task does not offer to save', async () => {
    const save = vi.fn(stored);
    await renderAt(
      '/d?formKey=seal&id=r1&todo=1&taskId=t1',
      fakeServices({ ...FLOW, records: { get: async () => running, save } }),
      detail,
    );
    await waitFor(() => expect(button('approve')).toBeTruthy());
    await act(async () => {
      document
        .querySelector('.sc-record-body')
        ?.dispatchEvent(new CustomEvent('sub-table', { bubbles: true, detail: { event: 'save-all' } }));
    });
    await pause(20);
    expect(save).not.toHaveBeenCalled();
  });

  it('says who was faster when the task is taken', async () => {
    const run = () => Promise.reject(new ServiceError('TASK_TAKEN', '此任务已由王五办理'));
    await renderAt(
      '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
      fakeServices({ ...FLOW, records: records(run) }),
      detail,
    );
    fireEvent.click(button('approve'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }));
    await screen.findByText('此任务已由王五办理');
  });

  it.each(['404', '403'])(
    'keeps what was typed and says why, with a way out, when the task was given to another or a right was taken away (%s)',
    async (code) => {
      const run = () => Promise.reject(new ServiceError(code, '访问资源不存在'));
      const { flowConfig, definition } = FLOW.forms;
      const config = async () => {
        const given = await flowConfig();
        return {
          ...given,
          nodes: given.nodes.map((node) => ({ ...node, fields: { reason: { editable: '1' as const } } })),
        };
      };
      await renderAt(
        '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
        fakeServices({ forms: { definition, flowConfig: config }, records: records(run) }),
        detail,
      );
      type('reason', '写了一半的意见');
      fireEvent.click(button('approve'));
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }));
      const alert = (
        await screen.findByText(/任务可能已交由他人办理.*填写内容仍在本页，并保留为草稿/)
      ).closest<HTMLElement>('[role="alert"]');
      expect(within(alert as HTMLElement).getByText('返回我的待办')).toBeTruthy();
      expect(input('reason').value).toBe('写了一半的意见');
    },
  );
});

describe('a link to a task', () => {
  const LINK = '/d?formKey=seal&id=r1&todo=1';
  const answered = (extra: object) => ({
    ...aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核', createBy: 'u9' }),
    ...extra,
  });
  const TASK = { taskId: 't1', nodeId: 'n1', actions: ['approve', 'return', 'reject'] };
  const NO_TASK = '此记录没有待您办理的任务，当前只能查看。';
  const modes = () => [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.mode);

  it.each([
    { of: 'a finished record', answer: { flwState: '3', task: null }, reason: NO_TASK },
    { of: 'a voided record', answer: { flwState: '4', task: null }, reason: NO_TASK },
    { of: 'a record that waits for others', answer: { task: null }, reason: NO_TASK },
    {
      of: 'a record that was returned to another person',
      answer: { flwState: '2', task: null },
      reason: '此记录由他人填写，当前只能查看。',
    },
    { of: 'a finished record of a back end that returns no tasks', answer: { flwState: '3' }, reason: NO_TASK },
  ])('shows $of for reading only and says why', async ({ answer, reason }) => {
    await renderAt(LINK, fakeServices({ ...FLOW, records: { get: async () => answered(answer) } }), detail);
    await screen.findByText(reason);
    expect(modes()).toEqual(['view', 'view']);
    for (const name of ['save', 'submit', 'approve', 'return']) expect(button(name)).toBeNull();
  });

  it.each([
    { of: 'with a task of the user', answer: { task: TASK } },
    { of: 'of a back end that returns no tasks', answer: {} },
  ])('offers the acts on a running record $of', async ({ answer }) => {
    await renderAt(LINK, fakeServices({ ...FLOW, records: { get: async () => answered(answer) } }), detail);
    await waitFor(() => expect(button('approve')).not.toBeNull());
    expect(screen.queryByText(NO_TASK)).toBeNull();
  });

  it('keeps the input as a draft, and merges nothing, when a save is refused and the task is gone', async () => {
    const { flowConfig, definition } = FLOW.forms;
    const config = async () => {
      const given = await flowConfig();
      return {
        ...given,
        nodes: given.nodes.map((node) => ({
          ...node,
          actions: [...node.actions, 'save' as const],
          fields: { reason: { editable: '1' as const } },
        })),
      };
    };
    const get = vi
      .fn(async () => answered({ task: null, revision: 2 }))
      .mockResolvedValueOnce(answered({ task: TASK as never }));
    const save = () => Promise.reject(new ServiceError('RECORD_STALE', '记录已被他人修改'));
    await renderAt(LINK, fakeServices({ forms: { definition, flowConfig: config }, records: { get, save } }), detail);
    type('reason', '写了一半');
    fireEvent.click(button('save'));
    await screen.findByText('此记录已不由您办理，不能再保存；您的填写内容已作为草稿保留。');
    expect(screen.queryByText('合并后继续编辑')).toBeNull();
  });
});
