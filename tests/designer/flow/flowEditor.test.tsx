import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { bindForm } from '../../../src/designer/flow/bindForm.ts';
import { FlowManagerBlock } from '../../../src/designer/flow/FlowManagerBlock.tsx';
import { NewFlowDialog } from '../../../src/designer/flow/NewFlowDialog.tsx';
import type { FlowImportOptions, FlowService, FlowTrialRequest } from '../../../src/runtime/services/documents.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { messageOf } from '../../../src/screens/shared/messages.ts';
import { aRecord, fakeServices, renderAt, situation } from '../../screens/fakes.tsx';
import { narrowWindow } from '../../support/narrowWindow.ts';

vi.mock('../../../src/designer/flow/bpmn/FlowView.tsx', () => ({ FlowView: () => null }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const XML = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="out" name="外出审批">
  <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="apply"/>
  <userTask id="apply" name="申请人"><extensionElements><sf:candidates type="initiator" value=""/></extensionElements></userTask><sequenceFlow id="f2" sourceRef="apply" targetRef="leader"/>
  <userTask id="leader" name="部门负责人审批"><extensionElements><sf:candidates type="deptLeader"/></extensionElements></userTask><sequenceFlow id="f3" sourceRef="leader" targetRef="end"/>
  <endEvent id="end"/></process></definitions>`;
const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

const services = (own: Partial<FlowService>): Services =>
  ({
    ...fakeServices({
      forms: { list: async () => [{ key: 'seal', name: '用印申请', version: 1 }] as never },
      records: { list: (async () => ({ list: [aRecord('r1', { name: '甲' })], total: 1 })) as never },
      request: (async ({ url }: { url: string }) =>
        /comments$|waiting$/.test(url) ? [] : { isRequired: false }) as never,
    }),
    users: { byIds: async () => [], search: async () => ({ list: [], total: 0 }) },
    flows: {
      list: async () => [
        { key: 'out', name: '外出审批', version: 1, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => XML,
      forms: async () => [{ formKey: 'seal', formName: '用印申请', version: 1 }],
      holders: async () => ({ roles: [], posts: [] }),
      check: async () => [],
      ...own,
    },
  }) as unknown as Services;
const open = (own: Partial<FlowService>) =>
  renderAt(
    '/m?flow=out',
    services(own),
    <FlowManagerBlock node={{ tag: 'flowManager' }} path={['root']} />,
    administrator,
  );
/** A dialog over another one, by its title. */
const titled = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title, { selector: '.ant-modal-title' })).closest('.ant-modal') as HTMLElement;
const found = (selector: string): Element => {
  const one = document.querySelector(selector);
  if (!one) throw new Error(`no ${selector}`);
  return one;
};
const step = (id: string): Element | null => document.querySelector(`[data-step="${id}"]`);

it('a process says where it would go before it is used, for whom and with what is written now, and marks the way', async () => {
  const trial = vi.fn(async (_asked: FlowTrialRequest) => ({
    steps: ['apply', 'leader'].map((nodeId) => ({
      nodeId,
      name: nodeId,
      kind: 'userTask',
      people: [{ id: 'u2', name: `${nodeId}办理人` }],
      sign: null,
      remark: '',
      isStopped: false,
      editable: nodeId === 'apply' ? ['名称'] : [],
      required: ['名称'],
      hidden: [],
      judged: [],
    })),
    nodes: ['apply', 'leader'],
    edges: ['f2'],
    fault: '',
    isFinished: true,
  }));
  await open({ trial });
  await waitFor(() => expect(step('leader')).not.toBeNull());
  fireEvent.click(document.querySelector('[data-action="trial"]') as Element);
  const run = await waitFor(() => document.querySelector('[data-action="tryNow"]') as HTMLButtonElement);
  await waitFor(() => expect(run.disabled).toBe(false));
  fireEvent.click(run);
  await screen.findByText('流程走到了结束（假定每个人都通过）');
  expect(trial.mock.calls[0]?.[0]).toMatchObject({ formKey: 'seal', applicantId: 'a', values: {} });
  expect(trial.mock.calls[0]?.[0].definition).toContain('部门负责人审批');
  expect(
    [...document.querySelectorAll('[data-trial]')].map((one) => one.querySelector('[data-person]')?.textContent),
  ).toEqual(['apply办理人', 'leader办理人']);
  screen.getByText('可填写：名称*');
  expect(step('leader')?.getAttribute('data-mark')).toBe('path');
  fireEvent.click(document.querySelector('.ant-drawer-close') as Element);
  await waitFor(() => expect(step('leader')?.getAttribute('data-mark')).toBeNull());
});

it('a trial whose drawer is closed meanwhile marks nothing', async () => {
  let answer = (_trial: unknown): void => undefined;
  const trial = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  await open({ trial: trial as never });
  await waitFor(() => expect(step('leader')).not.toBeNull());
  fireEvent.click(document.querySelector('[data-action="trial"]') as Element);
  const run = await waitFor(() => document.querySelector('[data-action="tryNow"]') as HTMLButtonElement);
  await waitFor(() => expect(run.disabled).toBe(false));
  fireEvent.click(run);
  await waitFor(() => expect(trial).toHaveBeenCalled());
  fireEvent.click(document.querySelector('.ant-drawer-close') as Element);
  await waitFor(() => expect(document.querySelector('[data-panel="trial"]')).toBeNull());
  await act(async () => answer({ steps: [], nodes: ['leader'], edges: [], fault: '', isFinished: true }));
  expect(step('leader')?.getAttribute('data-mark')).toBeNull();
});

it('says what to do where the form has a draft, so that it does not use the process yet', async () => {
  const forms = { list: async () => [{ key: 'seal', name: '用印申请', version: 1, hasDraft: true }] } as never;
  const message = await bindForm({ forms }, 'seal', { key: 'out', name: '外出审批' }).catch(messageOf);
  expect(message).toContain('“用印申请”有未发布的草稿');
  expect(message).toContain('选择审批流程“外出审批”');
  const gone = await bindForm({ forms }, 'other', { key: 'out', name: '外出审批' }).catch(messageOf);
  expect(gone).toContain('表单已不存在');
});

it('a version that is loaded over unsaved changes can be taken back', async () => {
  const former = XML.replace('部门负责人审批', '从前的审批');
  await open({
    versions: async () => [{ version: 1, state: 'published', note: '', author: '', time: '' }] as never,
    version: async () => ({ version: 1, state: 'published', definition: former }) as never,
  });
  await waitFor(() => expect(step('leader')).not.toBeNull());
  fireEvent.click(step('leader')?.querySelector('.fd-card-main') as Element);
  const name = await screen.findByLabelText('名称');
  fireEvent.change(name, { target: { value: '改了的审批' } });
  fireEvent.blur(name);
  await waitFor(() => expect(step('leader')?.textContent).toContain('改了的审批'));
  fireEvent.click(document.querySelector('[data-action="versions"]') as Element);
  fireEvent.click(await waitFor(() => found('[data-action="view"]')));
  fireEvent.click(await screen.findByRole('button', { name: /载入编辑器/ }));
  await waitFor(() => expect(step('leader')?.textContent).toContain('从前的审批'));
  fireEvent.click(await waitFor(() => found('[data-action="restore-replaced"]')));
  await waitFor(() => expect(step('leader')?.textContent).toContain('改了的审批'));
});

it('a form that cannot be read leaves no fields of the former one, and is asked for again', async () => {
  let isBroken = true;
  const own = services({});
  const forms = {
    ...own.forms,
    list: async () =>
      ['seal', 'car'].map((key) => ({ key, name: key === 'seal' ? '用印申请' : '用车申请', version: 1 })) as never,
    definition: async (key: string) => {
      if (key === 'car' && isBroken) throw new ServiceError('500', '服务器忙');
      const label = key === 'seal' ? '印章类别' : '车辆类别';
      return { formKey: key, formName: key, fields: [{ tag: 'el-input', __vModel__: 'kind', label }] } as never;
    },
  };
  await renderAt(
    '/m?flow=out',
    { ...own, forms },
    <FlowManagerBlock node={{ tag: 'flowManager' }} path={['root']} />,
    administrator,
  );
  await screen.findByText('印章类别');
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '对应的表单' }));
  fireEvent.click(await screen.findByTitle('用车申请'));
  await screen.findByText('表单的字段没有加载出来：服务器忙');
  expect(screen.queryByText('印章类别')).toBeNull();
  isBroken = false;
  fireEvent.click(document.querySelector('[data-action="reload-design"]') as Element);
  await screen.findByText('车辆类别');
  expect(screen.queryByText(/没有加载出来/)).toBeNull();
});

it('the departments of a step are shown by their names', async () => {
  const own = services({ draft: async () => XML.replace('type="deptLeader"', 'type="dept" value="d2"') });
  const tree = async () => [
    { id: 'd1', name: '公司', type: 'org', children: [{ id: 'd2', name: '财务部', type: 'dept' }] },
  ];
  await renderAt(
    '/m?flow=out',
    { ...own, orgs: { tree } } as unknown as Services,
    <FlowManagerBlock node={{ tag: 'flowManager' }} path={['root']} />,
    administrator,
  );
  await waitFor(() => expect(step('leader')?.textContent).toContain('财务部全体'));
});

it('a chosen file can be removed again, and one that cannot be read is named', async () => {
  await renderAt(
    '/m',
    services({}),
    <NewFlowDialog usedKeys={[]} onClose={() => undefined} onCreated={() => undefined} />,
    administrator,
  );
  const dialog = await screen.findByRole('dialog', { name: '新建流程' });
  const choose = (file: File): boolean =>
    fireEvent.change(dialog.querySelector('input[type="file"]') as Element, { target: { files: [file] } });
  choose(new File(['<definitions/>'], 'wrong.bpmn'));
  fireEvent.click(await within(dialog).findByRole('button', { name: '移除文件wrong.bpmn' }));
  await within(dialog).findByText('选择文件');
  const locked = new File(['<definitions/>'], 'locked.bpmn');
  locked.arrayBuffer = () => Promise.reject(new Error('locked'));
  choose(locked);
  await screen.findByText('文件没有读出来，请重新选择');
});

it('a finding that names a step leads to its settings', async () => {
  const check = async () => [
    { code: 'X', level: 'error', path: ['leader'], message: '没有办理人', params: {} } as never,
  ];
  await open({ check });
  const finding = await waitFor(() => {
    const found = document.querySelector('[data-problem="error"]');
    expect(found).not.toBeNull();
    return found as Element;
  });
  expect(step('leader')?.getAttribute('data-mark')).toBe('error');
  fireEvent.click(finding);
  await waitFor(() => expect(document.querySelector('.fd-panel')?.getAttribute('data-element')).toBe('leader'));
});

it('a file of several processes asks which, and who stands for people unknown here, and tells what became of the rest', async () => {
  const processes = [
    { id: 'in', name: '入库', nodes: 3, tasks: 1 },
    { id: 'out', name: '外出', nodes: 4, tasks: 2 },
  ];
  const importText = vi.fn(async (_key: string, _text: string, options: FlowImportOptions = {}) => ({
    definition: XML,
    report: [{ element: 'leader', name: '部门负责人审批', level: 'warning' as const, message: '脚本没有转换' }],
    processes,
    process: options.process ?? 'in',
    holders: [
      { type: 'role' as const, value: 'boss', tasks: [{ id: 'leader', name: '审批' }], isKnown: false },
      { type: 'role' as const, value: 'admin', tasks: [{ id: 'apply', name: '申请' }], isKnown: true },
    ],
  }));
  const saveDraft = vi.fn(async (_key: string, _name: string, _text: unknown) => ({ revision: 1, problems: [] }));
  const onCreated = vi.fn();
  await renderAt(
    '/m',
    services({ importText, saveDraft: saveDraft as never }),
    <NewFlowDialog usedKeys={[]} onClose={() => undefined} onCreated={onCreated} />,
    administrator,
  );
  const dialog = await screen.findByRole('dialog', { name: '新建流程' });
  fireEvent.change(within(dialog).getByLabelText('流程名称'), { target: { value: '外来文件' } });
  fireEvent.change(within(dialog).getByLabelText('流程键'), { target: { value: 'fileFlow' } });
  fireEvent.change(dialog.querySelector('input[type="file"]') as Element, {
    target: { files: [new File(['<definitions/>'], 'other.bpmn')] },
  });
  await within(dialog).findByText('other.bpmn');
  fireEvent.click(within(dialog).getByRole('button', { name: /新\s*建/ }));
  const choices = await titled('导入设置');
  fireEvent.mouseDown(within(choices).getByLabelText('文件中有 2 个流程，导入哪一个'));
  fireEvent.click(await screen.findByTitle('外出（4 个节点，其中 2 个任务）'));
  await waitFor(() =>
    expect(importText).toHaveBeenLastCalledWith('fileFlow', '<definitions/>', { name: '外来文件', process: 'out' }),
  );
  expect(saveDraft).not.toHaveBeenCalled();
  // the choices begin anew with the other process
  await waitFor(() => expect(choices.isConnected).toBe(false));
  const again = await titled('导入设置');
  expect([...again.querySelectorAll('[data-holder]')].map((line) => line.getAttribute('data-holder'))).toEqual([
    'role:boss',
  ]);
  fireEvent.mouseDown(within(again).getByRole('combobox', { name: '角色“boss”改为' }));
  fireEvent.click(await screen.findByTitle('部门负责人'));
  fireEvent.click(within(again).getByRole('button', { name: /导\s*入/ }));
  const report = await titled('导入的结果');
  expect(importText).toHaveBeenLastCalledWith('fileFlow', '<definitions/>', {
    name: '外来文件',
    process: 'out',
    holders: { 'role:boss': { type: 'deptLeader', value: '1' } },
  });
  expect(saveDraft.mock.calls[0]?.slice(0, 2)).toEqual(['fileFlow', '外来文件']);
  expect(saveDraft.mock.calls[0]?.[2]).toContain('BPMNShape');
  expect(report.querySelector('[data-note="warning"]')?.textContent).toBe('部门负责人审批：脚本没有转换');
  expect(onCreated).not.toHaveBeenCalled();
  fireEvent.click(within(report).getByRole('button', { name: '知道了' }));
  expect(onCreated).toHaveBeenCalledWith('fileFlow');
});

it('on a phone the settings of a step come up when it is touched, and leave the list to itself when they are closed', async () => {
  narrowWindow();
  await open({});
  await waitFor(() => expect(step('leader')).not.toBeNull());
  const settings = (): Element | null => document.querySelector('.fd-panel');
  expect(settings()).toBeNull();
  fireEvent.click(step('leader')?.querySelector('.fd-card-main') as Element);
  await waitFor(() => expect(settings()?.getAttribute('data-element')).toBe('leader'));
  expect(settings()?.closest('.ant-drawer')).not.toBeNull();
  fireEvent.click(document.querySelector('.ant-drawer-close') as Element);
  await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull());
});
