import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { warning } from '../../../src/domain/problem/index.ts';
import { groupProblems } from '../../../src/designer/check/groupProblems.ts';
import { keyError, proposeKey } from '../../../src/designer/check/formKeys.ts';
import type { LocatedProblem } from '../../../src/designer/editor/located.ts';
import type { Plugin } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, FORM, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const block = <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />;
const summary = (version = 1) => ({
  key: 'seal',
  name: '用印申请',
  version,
  updateTime: '2026-01-01 00:00:00',
  hasDraft: false,
  revision: 4,
});
const forms = (own: Partial<Services['forms']> = {}): Services =>
  fakeServices({ forms: { list: async () => [summary()], draft: async () => FORM, ...own } });

const foreign = {
  formRef: 'elForm',
  formModel: 'formData',
  fields: [
    {
      __config__: {
        tag: 'my-table',
        tagIcon: 'table',
        label: '费用',
        layout: 'rowFormItem',
        children: [{ __config__: { tag: 'a-input', tagIcon: 'input', label: '事由' }, __vModel__: 'why' }],
      },
      __vModel__: 'costs',
    },
    { __config__: { tag: 'el-button', tagIcon: 'button', label: '计算' } },
    { __config__: { tag: 'el-button', tagIcon: 'button', label: '清空' } },
  ],
};
/** A tag that is only named. */
const select: Plugin<Faces> = {
  name: 'select',
  install: ({ registerWidget }) =>
    registerWidget({
      definition: { tag: 'el-select', kind: 'field', valueType: 'dyn' },
      faces: { edit: () => null, view: () => null, isEager: true } as unknown as Faces,
    }),
};
const give = (...files: File[]): void => {
  const input = document.querySelector('.ant-modal input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
};
const file = (name: string, value: unknown): File =>
  new File([typeof value === 'string' ? value : JSON.stringify(value, null, 2)], name, { type: 'application/json' });

describe('importing forms', () => {
  const openImport = async (services: Services, more: readonly Plugin<Faces>[] = []): Promise<HTMLElement> => {
    await renderAt('/m', services, block, administrator, more);
    fireEvent.click(document.querySelector('[data-action="import"]') as Element);
    return screen.findByRole('dialog');
  };

  it('takes several files, proposes a key for each, and stores them as drafts in the canonical form', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 1 }));
    const dialog = await openImport(forms({ saveDraft }));
    give(
      file('费用 seal.json', { ...foreign, formKey: 'seal' }),
      file('002-leave.json', foreign),
      file('broken.json', '{ "x": '),
    );
    await within(dialog).findByText('无法识别');
    const keys = within(dialog).getAllByLabelText(/的表单键$/) as HTMLInputElement[];
    expect(keys.map(({ value }) => value)).toEqual(['seal_2', 'leave', 'broken']);
    fireEvent.click(document.querySelector('.ant-modal-footer [data-action="import"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalledTimes(2));
    const [key, name, text] = saveDraft.mock.calls[1] as [string, string, string];
    expect([key, name]).toEqual(['leave', '002-leave']);
    expect(JSON.parse(text)).toMatchObject({
      formKey: 'leave',
      fields: [
        { tag: 'subTable', __vModel__: 'costs', children: [{ tag: 'el-input', __vModel__: 'why' }] },
        { tag: 'placeholder' },
        { tag: 'placeholder' },
      ],
    });
  });

  it('does not take a key that another form has, until it is renamed', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 1 }));
    const dialog = await openImport(forms({ saveDraft }));
    give(file('leave.json', foreign));
    const key = await within(dialog).findByLabelText('leave.json的表单键');
    fireEvent.change(key, { target: { value: 'seal' } });
    await within(dialog).findByText('此表单键已被使用，请改名');
    expect((document.querySelector('.ant-modal-footer [data-action="import"]') as HTMLButtonElement).disabled).toBe(
      true,
    );
  });

  it('leaves nothing to be changed while forms are being stored', async () => {
    let isStored = (): void => undefined;
    const saveDraft = () =>
      new Promise<{ problems: []; revision: number }>((done) => {
        isStored = () => done({ problems: [], revision: 1 });
      });
    const dialog = await openImport(forms({ saveDraft }));
    give(file('leave.json', foreign), file('broken.json', '{ "x": '));
    await within(dialog).findByText('无法识别');
    fireEvent.click(document.querySelector('.ant-modal-footer [data-action="import"]') as Element);
    const inputs = [
      ...within(dialog).getAllByLabelText(/的表单键$/),
      ...within(dialog).getAllByLabelText(/^移除/),
      screen.getByLabelText('保留原文'),
    ];
    expect(inputs).toHaveLength(5);
    for (const input of inputs) expect(input).toHaveProperty('disabled', true);
    isStored();
    await within(dialog).findByText('已导入');
    expect(within(dialog).getByLabelText('移除broken.json')).toHaveProperty('disabled', false);
  });

  it('reports what became what, groups what repeats, and shows the place of a finding in the text', async () => {
    const dialog = await openImport(forms());
    give(file('leave.json', foreign));
    fireEvent.click(await within(dialog).findByText('报告'));
    await waitFor(() => expect(document.querySelector('[data-import-report]')).toBeTruthy());
    const report = document.querySelector('[data-import-report]') as HTMLElement;
    expect(report.textContent).toContain('字段 0 个，子表 1 个，占位块 2 个');
    expect(report.querySelector('[data-mapping="my-table"]')?.textContent).toContain('子表');
    expect(report.querySelector('[data-mapping="el-button"]')?.textContent).toContain('占位块 ×2');
    fireEvent.click(report.querySelector('[data-group="warning"]') as Element);
    fireEvent.click(report.querySelectorAll('.ds-places [data-problem]')[1] as Element);
    await waitFor(() => expect(report.querySelector('.cm-editor')).toBeTruthy());
  });

  it('asks for other sources of options whose address the server does not have, and stores the form with them', async () => {
    const city = { tag: 'el-select', __vModel__: 'city', label: '城市', isRemote: '1', resourseApi: '/base/city/list' };
    const told = warning('DOC_OPTION_CALL', ['fields', 0, 'resourseApi'], {
      label: '城市',
      url: '/base/city/list',
      detail: '',
    });
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({
      problems: saveDraft.mock.calls.length === 1 ? [told] : [],
      revision: saveDraft.mock.calls.length,
    }));
    const dialog = await openImport(forms({ saveDraft: saveDraft as never }), [select]);
    give(file('towns.json', { formKey: 'towns', formName: '城市', fields: [city] }));
    await within(dialog).findByLabelText('towns.json的表单键');
    fireEvent.click(document.querySelector('.ant-modal-footer [data-action="import"]') as Element);
    const sources = (await screen.findByText('“城市”的选项来源')).closest('[role="dialog"]') as HTMLElement;
    expect(sources.querySelector('[data-source="城市"]')?.textContent).toContain('/base/city/list');
    fireEvent.mouseDown(sources.querySelector('[data-source="城市"] .ant-select-selector') as Element);
    fireEvent.click(await screen.findByTitle('固定选项'));
    const sure = sources.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement;
    fireEvent.click(sure);
    await within(sources).findByText(/请选择字典或填写选项/);
    expect(saveDraft).toHaveBeenCalledTimes(1);
    fireEvent.change(within(sources).getByLabelText('城市的选项，每行一个'), {
      target: { value: '广州 | gz\n深圳 | sz' },
    });
    fireEvent.click(sure);
    await waitFor(() => expect(saveDraft).toHaveBeenCalledTimes(2));
    const [field] = (JSON.parse(String(saveDraft.mock.calls[1]?.[2])) as { fields: Record<string, unknown>[] }).fields;
    expect(field).toMatchObject({
      __slot__: {
        options: [
          { label: '广州', value: 'gz' },
          { label: '深圳', value: 'sz' },
        ],
      },
    });
    expect(field).not.toHaveProperty('resourseApi');
  });

  it('takes pasted text into the form that is being edited', async () => {
    await renderAt('/m?form=seal&view=json', forms(), block, administrator);
    fireEvent.click(document.querySelector('[data-action="import"]') as Element);
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByText('粘贴文本'));
    fireEvent.change(await within(dialog).findByLabelText('表单定义的 JSON 文本'), {
      target: { value: JSON.stringify(foreign) },
    });
    fireEvent.click(dialog.querySelector('[data-action="read"]') as Element);
    await waitFor(() => expect(dialog.querySelector('[data-import-report]')).toBeTruthy());
    fireEvent.click(dialog.querySelector('[data-action="convert"]') as Element);
    await waitFor(() => expect(document.querySelector('.ds-code .cm-content')?.textContent).toContain('"subTable"'));
    expect(document.querySelector('.ds-code .cm-content')?.textContent).toContain('"formKey": "seal"');
  });
});

it('a definition that was put aside before it was checked does not come back', async () => {
  await renderAt('/m?form=seal&view=json', forms(), block, administrator);
  fireEvent.click(document.querySelector('[data-action="import"]') as Element);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByText('粘贴文本'));
  fireEvent.change(await within(dialog).findByLabelText('表单定义的 JSON 文本'), {
    target: { value: JSON.stringify(foreign) },
  });
  fireEvent.click(dialog.querySelector('[data-action="read"]') as Element);
  fireEvent.click(within(dialog).getByText('重新选择'));
  await act(() => new Promise((done) => void setTimeout(done, 0)));
  expect(dialog.querySelector('[data-import-report]')).toBeNull();
  expect(within(dialog).getByText('粘贴文本')).toBeTruthy();
});

describe('a thousand findings', () => {
  it('are as many lines as there are different ones, errors each its own', () => {
    const problem = (index: number, level: LocatedProblem['level'], message: string): LocatedProblem => ({
      code: 'DOC_UNUSED',
      level,
      message,
      params: {},
      locationText: '',
      line: index,
      path: [index],
      span: { from: index, to: index + 1 },
    });
    const groups = groupProblems([
      ...Array.from({ length: 3 }, (_unused, index) => problem(index, 'error', '同样')),
      ...Array.from({ length: 997 }, (_unused, index) => problem(index, 'warning', `第 ${index % 4} 种`)),
    ]);
    expect(groups).toHaveLength(7);
  });
});

describe('the versions of a form', () => {
  const versions = async () => [
    {
      version: 2,
      state: 'published' as const,
      note: '加字段',
      author: '李四',
      time: '2026-02-01 00:00:00',
      running: 3,
    },
    { version: 1, state: 'archived' as const, note: '', author: '张三', time: '2026-01-01 00:00:00', running: 0 },
  ];
  const versionText = async (_key: string, version: number) => ({
    definition:
      version === 2
        ? { ...FORM, fields: [...FORM.fields, { tag: 'el-input', __vModel__: 'extra', label: '新增字段' }] }
        : FORM,
  });
  const openVersions = async (own: Partial<Services['forms']> = {}): Promise<HTMLElement> => {
    await renderAt(
      '/m?form=seal&view=json',
      forms({ list: async () => [summary(2)], versions, version: versionText, ...own }),
      block,
      administrator,
    );
    fireEvent.click(document.querySelector('[data-action="versions"]') as Element);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('加字段');
    return dialog;
  };

  it('are compared node by node', async () => {
    const dialog = await openVersions();
    fireEvent.click(dialog.querySelectorAll('[data-action="diff"]')[1] as Element);
    await waitFor(() =>
      expect(document.querySelector('[data-change="added"][data-node="extra"]')?.textContent).toContain('新增字段'),
    );
  });

  it('come back as a new version, with a note, after a question', async () => {
    const rollback = vi.fn(async (..._given: unknown[]) => ({ version: 3 }));
    const dialog = await openVersions({ rollback });
    fireEvent.click(dialog.querySelector('[data-action="rollback"]') as Element);
    const question = await screen.findByText('第 1 版的内容将作为第 3 版发布，立即生效。');
    expect(question.closest('.ant-modal')?.textContent).toContain('3 个审批仍按原版本办理');
    fireEvent.change(screen.getByLabelText('恢复的原因'), { target: { value: '新字段有误' } });
    fireEvent.click(screen.getByRole('button', { name: '恢复并发布' }));
    await waitFor(() => expect(rollback).toHaveBeenCalledWith('seal', 1, '新字段有误', 2));
    await screen.findByText('已恢复，现在是第 3 版');
  });

  it('say which approvals run on them', async () => {
    const running = async () => ({
      total: 3,
      list: [
        {
          formKey: 'seal',
          recordId: 'r1',
          title: '合同用印',
          applicant: '王工',
          nodes: '部门负责人',
          startTime: '2026-02-02 00:00:00',
          version: 2,
        },
      ],
    });
    const dialog = await openVersions({ running });
    fireEvent.click(dialog.querySelector('[data-action="running"]') as Element);
    await screen.findByText('合同用印');
    expect(screen.getByText('共 3 个，以下是最早的 1 个')).toBeTruthy();
  });
});

describe('a key for an imported form', () => {
  it('is its own, else made of the file’s name, and never one that is taken', () => {
    expect(proposeKey('leave', 'x.json', new Set())).toBe('leave');
    expect(proposeKey(null, '008-yudao oa.json', new Set(['yudao_oa']))).toBe('yudao_oa_2');
    expect(proposeKey('1 x', '请假.json', new Set())).toBe('form');
    expect(
      [keyError('ok', new Set()), keyError('1x', new Set()), keyError('ok', new Set(['ok']))].map(
        (fault) => fault !== null,
      ),
    ).toEqual([false, true, true]);
  });
});
