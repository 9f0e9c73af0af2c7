import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FlowFormConfig } from '../../../src/grammar/documents.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { FlowOptions, Transition } from '../../../src/runtime/services/tasks.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { DetailBlock } from '../../../src/screens/detail/DetailBlock.tsx';
import { aRecord, aTask, fakeServices, FORM, peopleServices, renderAt } from '../fakes.tsx';

const config: FlowFormConfig = {
  formKey: 'seal',
  flowKey: 'f',
  nodes: [
    { taskNode: '提交申请', nodeId: 'apply', isStart: true, fields: {}, tables: {}, actions: ['submit', 'save'] },
    {
      taskNode: '审核',
      nodeId: 'n1',
      fields: {},
      tables: {},
      actions: ['approve', 'return', 'returnTo', 'transfer', 'removeSign'],
    },
  ],
};
const forms = {
  definition: () => Promise.resolve({ ...FORM, flowKey: 'f' }),
  flowConfig: () => Promise.resolve(config),
};
const running = aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核', createBy: 'u1' });
const task = {
  taskId: 't1',
  nodeId: 'n1',
  kind: 'sign' as const,
  actions: ['approve', 'return', 'returnTo', 'transfer', 'removeSign'],
  needsSignature: false,
  dueTime: null,
  targets: [
    { nodeId: 'apply', taskNode: '提交申请', isStart: true },
    { nodeId: 'n0', taskNode: '初审', isStart: false },
  ],
  signers: [
    { taskId: 's1', names: '李四', kind: 'parallel', isOpen: true, canRemove: true },
    { taskId: 's2', names: '王五', kind: 'sign', isOpen: true, canRemove: false },
  ],
};
const optionsOf =
  (more: Partial<FlowOptions>): Services['tasks']['options'] =>
  async () => ({ canTakeBack: false, canUrge: false, canVoid: false, canComment: true, task: null, ...more });

const detail = <DetailBlock node={{ tag: 'detail' }} path={['root']} />;
const button = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const TODO = '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a task that is handed on', () => {
  const typed = async (actions: readonly string[]) => {
    const save = vi.fn(async () => aRecord('r1', { name: '改' }, { flwState: '1', taskNode: '审核', revision: 2 }));
    const act = vi.fn(async () => null);
    const nodes = config.nodes.map((node) =>
      node.nodeId === 'n1' ? { ...node, fields: { name: { editable: '1' as const } } } : node,
    );
    await renderAt(
      TODO,
      fakeServices({
        forms: { ...forms, flowConfig: () => Promise.resolve({ ...config, nodes }) },
        records: { get: async () => running, save },
        tasks: { options: optionsOf({ task: { ...task, actions, applicantId: 'u1' } }), act },
      }),
      detail,
    );
    await waitFor(() => button('hand-on'));
    fireEvent.change(document.querySelector('[data-field="name"] input') as HTMLElement, { target: { value: '改' } });
    fireEvent.click(button('hand-on'));
    await waitFor(() => button('transfer'));
    fireEvent.click(button('transfer'));
    return { dialog: await screen.findByRole('dialog', { name: '转办' }), save, act };
  };

  it('asks once what becomes of what is typed, where the node lets it be saved', async () => {
    const { dialog } = await typed(['approve', 'transfer', 'save']);
    expect(within(dialog).getByRole('radio', { name: '保存后转办' })).toHaveProperty('checked', true);
    expect(within(dialog).getByRole('radio', { name: '不保存，作为草稿保留' })).toHaveProperty('checked', false);
    expect(dialog.textContent).toContain('申请人不能办理自己的申请');
  });

  it('says that a draft is kept, where it cannot be saved', async () => {
    const { dialog } = await typed(['approve', 'transfer']);
    expect(within(dialog).queryByRole('radio', { name: '保存后转办' })).toBeNull();
    expect(within(dialog).getByRole('alert').textContent).toContain('作为您的草稿保留');
  });

  it('is not sent before somebody is chosen', async () => {
    const act = vi.fn(async () => null);
    await renderAt(
      TODO,
      fakeServices({ forms, records: { get: async () => running }, tasks: { options: optionsOf({ task }), act } }),
      detail,
    );
    await waitFor(() => button('hand-on'));
    fireEvent.click(button('hand-on'));
    await waitFor(() => button('transfer'));
    fireEvent.click(button('transfer'));
    const dialog = await screen.findByRole('dialog', { name: '转办' });
    fireEvent.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
    await within(dialog).findByText('请选择人员');
    expect(act).not.toHaveBeenCalled();
  });

  it('loses only signers that this person may remove', async () => {
    const act = vi.fn(async () => null);
    await renderAt(
      TODO,
      fakeServices({ forms, records: { get: async () => running }, tasks: { options: optionsOf({ task }), act } }),
      detail,
    );
    await waitFor(() => button('hand-on'));
    fireEvent.click(button('hand-on'));
    await waitFor(() => button('removeSign'));
    fireEvent.click(button('removeSign'));
    const dialog = await screen.findByRole('dialog', { name: '减签' });
    expect(within(dialog).getByRole('checkbox', { name: /王五/ })).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /李四/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: '确定减签' }));
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        'removeSign',
        { formKey: 'seal', recordId: 'r1', taskId: 't1', signers: ['s1'] },
        expect.any(String),
      ),
    );
  });
});

it('a return goes to the node that was chosen and says how it comes back', async () => {
  const run = vi.fn(async (_key: string, _transition: Transition) => running);
  await renderAt(
    TODO,
    fakeServices({ forms, records: { get: async () => running, run }, tasks: { options: optionsOf({ task }) } }),
    detail,
  );
  await waitFor(() => button('hand-on'));
  fireEvent.click(button('return'));
  const dialog = await screen.findByRole('dialog', { name: '退回' });
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '退回至' }));
  fireEvent.click(await screen.findByText('初审', { selector: '.ant-select-item-option-content' }));
  fireEvent.click(within(dialog).getByRole('radio', { name: '直接回到我这里' }));
  fireEvent.change(within(dialog).getByLabelText('办理意见（必填）'), { target: { value: '请核对' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(run.mock.calls[0]?.[1]).toMatchObject({ action: 'return', target: 'n0', isStraight: true, opinion: '请核对' });
});

it('what the process waits for is told by name, with a word', async () => {
  const act = vi.fn(async () => null);
  await renderAt(
    '/d?formKey=seal&id=r1',
    fakeServices({
      forms,
      records: { get: async () => running },
      tasks: { options: optionsOf({ messages: [{ name: '付款完成', nodeName: '等付款' }] }), act },
    }),
    detail,
  );
  await waitFor(() => button('message'));
  fireEvent.click(button('message'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('通知“付款完成”');
  fireEvent.click(within(dialog).getByRole('button', { name: '已收到，继续流程' }));
  await waitFor(() =>
    expect(act).toHaveBeenCalledWith(
      'message',
      { formKey: 'seal', recordId: 'r1', message: '付款完成' },
      expect.any(String),
    ),
  );
});

it('the applicant takes an application back after a question, and the page shows it anew', async () => {
  const act = vi.fn(async () => null);
  const get = vi.fn(async () => running);
  await renderAt(
    '/d?formKey=seal&id=r1',
    fakeServices({ forms, records: { get }, tasks: { options: optionsOf({ canTakeBack: true, canUrge: true }), act } }),
    detail,
  );
  await waitFor(() => button('takeBack'));
  fireEvent.click(button('takeBack'));
  await screen.findByText('撤回后可以修改并重新提交。');
  expect(act).not.toHaveBeenCalled();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /撤\s*回/ }));
  await waitFor(() =>
    expect(act).toHaveBeenCalledWith('takeBackFlow', { formKey: 'seal', recordId: 'r1' }, expect.any(String)),
  );
  await waitFor(() => expect(get.mock.calls.length).toBeGreaterThan(1));
});

it('where the applicant chooses who goes next, the step waits for the choice and is the same step with it', async () => {
  const draft = aRecord('r1', { name: '公章' }, { createBy: 'u1' });
  const run = vi.fn(async (_key: string, _transition: Transition) => {
    throw new ServiceError('FLOW_CHOICE', '请选择“复核”的办理人', {
      nodes: [{ nodeId: 'n2', taskNode: '复核', isMultiple: false }],
    });
  });
  await renderAt(
    '/d?formKey=seal&id=r1&isEdit=1',
    fakeServices({ forms, records: { get: async () => draft, run } }),
    detail,
  );
  fireEvent.click(button('submit'));
  const dialog = await screen.findByRole('dialog', { name: '选择办理人' });
  expect(within(dialog).getByText('“复核”的办理人')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: '确定提交' }));
  await within(dialog).findByText('请选择办理人', { selector: '[role=alert]' });
  expect(run).toHaveBeenCalledTimes(1);
});

it('of those whom an applicant chooses, as of those whom a task is handed on to, one cannot choose oneself', async () => {
  const run = vi.fn(async (_key: string, _transition: Transition) => {
    throw new ServiceError('FLOW_CHOICE', '请选择“复核”的办理人', {
      nodes: [{ nodeId: 'n2', taskNode: '复核', isMultiple: false }],
    });
  });
  await renderAt(
    '/d?formKey=seal&id=r1&isEdit=1',
    peopleServices({ forms, records: { get: async () => aRecord('r1', { name: '公章' }, { createBy: 'u1' }), run } }),
    detail,
  );
  fireEvent.click(button('submit'));
  fireEvent.click(await screen.findByRole('textbox', { name: '“复核”的办理人' }));
  expect(await screen.findByRole('radio', { name: '张三' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('radio', { name: '李四' })).toHaveProperty('disabled', false);
  cleanup();
  await renderAt(
    TODO,
    peopleServices({ forms, records: { get: async () => running }, tasks: { options: optionsOf({ task }) } }),
    detail,
  );
  await waitFor(() => button('hand-on'));
  fireEvent.click(button('hand-on'));
  await waitFor(() => button('transfer'));
  fireEvent.click(button('transfer'));
  fireEvent.click(await screen.findByRole('textbox', { name: '转办给' }));
  expect(await screen.findByRole('radio', { name: '张三' })).toHaveProperty('disabled', true);
});

it('a task goes to whom was chosen, an added signature says where it stands, and the list of to-dos is what is shown next', async () => {
  for (const [name, dialogName, people, body] of [
    ['transfer', '转办', '转办给', { userIds: ['u2'] }],
    ['addSign', '加签', '加签人', { userIds: ['u2'], place: 'before' }],
  ] as const) {
    const act = vi.fn(async () => null);
    const offered = { ...task, actions: ['approve', name] };
    await renderAt(
      TODO,
      peopleServices({
        forms,
        records: { get: async () => running },
        tasks: { options: optionsOf({ task: offered }), act },
      }),
      detail,
    );
    await waitFor(() => button('hand-on'));
    fireEvent.click(button('hand-on'));
    await waitFor(() => button(name));
    fireEvent.click(button(name));
    const dialog = await screen.findByRole('dialog', { name: dialogName });
    fireEvent.click(await within(dialog).findByRole('textbox', { name: people }));
    fireEvent.click(await screen.findByRole(name === 'transfer' ? 'radio' : 'checkbox', { name: '李四' }));
    fireEvent.click(button('confirm'));
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: people })).toHaveProperty('value', '李四'));
    fireEvent.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        name,
        { formKey: 'seal', recordId: 'r1', taskId: 't1', ...body },
        expect.any(String),
      ),
    );
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('/taskCenter/toDoList'));
    cleanup();
  }
});

it.each([
  ['1', true],
  ['0', false],
  [null, false],
] as const)(
  'where continuousApproval is kept as %s, the next to-do opens by itself: %s (EN-015)',
  async (kept, opens) => {
    localStorage.removeItem('continuousApproval');
    if (kept !== null) localStorage.setItem('continuousApproval', kept);
    const run = vi.fn(async () => running);
    const list = async () => ({ list: [aTask({ taskId: 't1' }), aTask({ taskId: 't2', recordId: 'r2' })], total: 2 });
    await renderAt(
      TODO,
      fakeServices({
        forms,
        records: { get: async () => running, run },
        tasks: { options: optionsOf({ task }), list },
      }),
      detail,
    );
    await waitFor(() => button('hand-on'));
    fireEvent.click(button('approve'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('taskId=t1'));
    expect(screen.getByTestId('address').textContent?.includes('taskId=t2')).toBe(opens);
  },
);

it('an opinion that is in the form already is not written twice: its dialog begins with it', async () => {
  const nodes = config.nodes.map((node) => (node.nodeId === 'n1' ? { ...node, opinionField: 'reason' } : node));
  const filled = aRecord('r1', { name: '公章', reason: '同意用印，用后归档。' }, { flwState: '1', taskNode: '审核' });
  await renderAt(
    TODO,
    fakeServices({
      forms: { ...forms, flowConfig: () => Promise.resolve({ ...config, nodes }) },
      records: { get: async () => filled },
      tasks: { options: optionsOf({ task }) },
    }),
    detail,
  );
  await waitFor(() => button('approve'));
  fireEvent.click(button('approve'));
  const opinion = within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>(/办理意见/);
  expect(opinion.value).toBe('同意用印，用后归档。');
});

it('a node’s own names stand on its buttons and over their dialogs, and what it does not offer is not there', async () => {
  const named = { ...task, actions: ['approve', 'transfer'], names: { approve: '核准', transfer: '移交' } };
  await renderAt(
    TODO,
    fakeServices({ forms, records: { get: async () => running }, tasks: { options: optionsOf({ task: named }) } }),
    detail,
  );
  await waitFor(() => expect(button('approve').textContent?.replace(/\s/g, '')).toBe('核准'));
  expect(document.querySelector('[data-action="return"]')).toBeNull();
  fireEvent.click(button('hand-on'));
  await waitFor(() => expect(button('transfer').textContent).toBe('移交'));
  fireEvent.click(button('approve'));
  await waitFor(() => expect(document.querySelector('.ant-modal-title')?.textContent).toBe('核准'));
});

it('a suspended approval says who lets it rest and why, and offers no action', async () => {
  const suspended = { by: '罗志斌', time: '2026-11-21 10:00:00', reason: '等待核查' };
  await renderAt(
    TODO,
    fakeServices({ forms, records: { get: async () => running }, tasks: { options: optionsOf({ suspended }) } }),
    detail,
  );
  const told = await waitFor(() => {
    const found = document.querySelector('[data-suspended]');
    if (!found) throw new Error('nothing is said');
    return found;
  });
  expect(told.textContent).toMatch(/罗志斌.*等待核查/);
  for (const action of ['approve', 'return', 'hand-on'])
    expect(document.querySelector(`[data-action="${action}"]`)).toBeNull();
});
