import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { reviewTopic } from '../../../src/domain/recordTopics.ts';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import type { Review, ReviewState } from '../../../src/designer/reviews/calls.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const formOf = (label: string): object => ({
  formKey: 'car',
  formName: '用车申请',
  fields: [{ tag: 'el-input', __vModel__: 'why', label }],
});
const REVIEW: Review = {
  id: 'r1',
  state: 'open',
  note: '改了标签',
  reason: '',
  authorName: '李四',
  reviewerName: '管理员',
  time: '2026-01-02 10:00:00',
  decidedTime: '',
  isOutdated: false,
  isOwn: false,
  isReviewer: true,
};

/** An editor of a form with a published version and a draft; answers what was sent. */
async function open(state: ReviewState, address = '/m?form=car') {
  const sent: { name: string; params: Record<string, unknown> }[] = [];
  const saved: unknown[] = [];
  const now = { state, label: '新名' };
  const listeners = new Set<() => void>();
  const services = fakeServices({
    forms: {
      list: async () => [
        { key: 'car', name: '用车申请', version: 1, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => formOf(now.label),
      definition: async () => formOf('旧名'),
      version: async () => ({ version: 1, state: 'published', definition: formOf('旧名') }) as never,
      versions: async () => [],
      saveDraft: async (...given: unknown[]) => {
        saved.push(given);
        return { problems: [], revision: 5 };
      },
    },
    request: async ({ url, method, params }) => {
      const name = url.split('/').at(-1) ?? '';
      if (name === 'comments') return [];
      if (name === 'administrators')
        return [
          { id: 'a', name: '管理员' },
          { id: 'b', name: '李四' },
        ];
      if (name === 'state') return structuredClone(now.state);
      if (method === 'POST') sent.push({ name, params });
      return { version: 2 };
    },
  });
  services.serverEvents = {
    on(topic, listener) {
      if (topic === reviewTopic('form', 'car')) listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  await renderAt(address, services, <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />, administrator);
  await waitFor(() => expect(document.querySelector('[data-designer="canvas"]')).toBeTruthy());
  return { sent, saved, now, announce: () => listeners.forEach((listener) => listener()) };
}
const act = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${name}"]`) as Element);
};
const banner = (): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-review]');
    expect(found).toBeTruthy();
    return found as HTMLElement;
  });

describe('a review of a draft', () => {
  it('is asked for in place of publishing, of another administrator, where it is required', async () => {
    const { sent, saved } = await open({ isRequired: true, review: null });
    act('publish');
    const dialog = await screen.findByRole('dialog', { name: '提交表单复核' });
    const ok = (): HTMLButtonElement => within(dialog).getByRole('button', { name: /提交复核/ });
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: '复核人' })).toBeTruthy());
    expect(within(dialog).queryByText('直接发布')).toBeNull();
    expect(ok().disabled).toBe(true);
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '复核人' }));
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(1));
    fireEvent.click(document.querySelector('.ant-select-item-option') as Element);
    fireEvent.change(within(dialog).getByRole('textbox', { name: '修改说明' }), { target: { value: '请看标签' } });
    await waitFor(() => expect(ok().disabled).toBe(false));
    fireEvent.click(ok());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(saved).toHaveLength(1);
    expect(sent[0]).toEqual({
      name: 'ask',
      params: { kind: 'form', key: 'car', reviewerId: 'b', note: '请看标签', revision: 5 },
    });
  });

  it('is a choice where it is not required', async () => {
    await open({ isRequired: false, review: null });
    act('publish');
    const dialog = await screen.findByRole('dialog', { name: '发布表单' });
    fireEvent.click(await within(dialog).findByText('请人复核后发布'));
    expect(await within(dialog).findByRole('combobox', { name: '复核人' })).toBeTruthy();
  });

  it('opens by its address, shows what differs, and is published by the reviewer', async () => {
    const { sent } = await open({ isRequired: true, review: REVIEW }, '/m?form=car&review=r1');
    const dialog = await screen.findByRole('dialog', { name: '复核表单' });
    expect(dialog.textContent).toContain('李四：改了标签');
    await waitFor(() => expect(dialog.textContent).toContain('结构变化（1）'));
    expect(dialog.textContent).toContain('旧名');
    await waitFor(() =>
      expect((document.querySelector('[data-action="approve"]') as HTMLButtonElement).disabled).toBe(false),
    );
    act('approve');
    await waitFor(() => expect(sent).toEqual([{ name: 'decide', params: { id: 'r1', isApproved: true } }]));
  });

  it('shows the draft of a review that is requested again while the dialog is open', async () => {
    const { now, announce } = await open({ isRequired: true, review: REVIEW }, '/m?form=car');
    await banner();
    act('review');
    const shown = (): string => document.querySelector('.dr-diff')?.textContent ?? '';
    await waitFor(() => expect(shown()).toContain('新名'));
    Object.assign(now, { label: '又改了', state: { isRequired: true, review: { ...REVIEW, id: 'r2' } } });
    announce();
    await waitFor(() => expect(shown()).toContain('又改了'));
  });

  it('is returned with a reason only', async () => {
    const { sent, now } = await open({ isRequired: true, review: REVIEW });
    expect((await banner()).textContent).toContain('李四 于 2026-01-02 10:00 请您复核：改了标签');
    act('review');
    await screen.findByRole('dialog', { name: '复核表单' });
    act('give-back');
    expect(screen.getByText('请填写退回的原因')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '退回的原因' }), { target: { value: '名称不对' } });
    now.state = { isRequired: true, review: { ...REVIEW, state: 'returned', reason: '名称不对' } };
    act('give-back');
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'decide', params: { id: 'r1', isApproved: false, reason: '名称不对' } }]),
    );
    await waitFor(() => expect(document.querySelector('[data-review="returned"]')?.textContent).toContain('名称不对'));
  });

  it('that is outdated is asked for again by its author, or taken back', async () => {
    const { sent } = await open({
      isRequired: true,
      review: { ...REVIEW, isOwn: true, isReviewer: false, isOutdated: true },
    });
    expect((await banner()).textContent).toContain('提交复核后草稿又有修改，请重新提交复核');
    act('withdraw');
    fireEvent.click(await waitFor(() => document.querySelector('.ant-popconfirm .ant-btn-primary') as Element));
    await waitFor(() => expect(sent).toEqual([{ name: 'withdraw', params: { id: 'r1' } }]));
    act('ask-again');
    await waitFor(() => expect(document.querySelector('.ant-modal-title')?.textContent).toBe('提交表单复核'));
  });
});

describe('reviews that wait', () => {
  it('stand above the list of documents, and lead to the editor', async () => {
    const services = fakeServices({
      forms: { list: async () => [] },
      request: async ({ url }) =>
        url.endsWith('/review/waiting')
          ? [
              { ...REVIEW, id: 'r1', kindName: '表单', name: '用车申请', link: '/m?form=car&review=r1' },
              {
                ...REVIEW,
                id: 'r2',
                kindName: '流程',
                name: '用印',
                isReviewer: false,
                link: '/f?flow=seal&review=r2',
              },
            ]
          : [],
    });
    await renderAt('/m', services, <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />, administrator);
    await screen.findByText('有 1 份草稿待您复核，您提交的 1 份草稿待复核');
    act('waiting-reviews');
    const dialog = await screen.findByRole('dialog', { name: '草稿复核' });
    within(dialog).getByText('李四 请您复核 · 2026-01-02 10:00 · 改了标签');
    within(dialog).getByText('您请 管理员 复核 · 2026-01-02 10:00 · 改了标签');
    within(dialog).getByRole('button', { name: '打开流程用印' });
    fireEvent.click(within(dialog).getByRole('button', { name: '打开表单用车申请' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/m?form=car&review=r1'));
  });
});

it('publishing is offered while the text is still checked, and waits for the check in the dialog', async () => {
  const { sent } = await open({ isRequired: false, review: null });
  fireEvent.click(document.querySelector('[data-palette-item="el-input"]') as Element);
  expect(document.querySelector('[data-checking="true"]')).toBeTruthy();
  act('publish');
  screen.getByText('正在检查，请稍候…');
  const ok = document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary');
  expect(ok?.disabled).toBe(true);
  await waitFor(() => expect(ok?.disabled).toBe(false));
  expect(screen.queryByText('正在检查，请稍候…')).toBeNull();
  expect(sent).toEqual([]);
});
