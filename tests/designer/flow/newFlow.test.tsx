import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FlowManagerBlock } from '../../../src/designer/flow/FlowManagerBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { axeFaults } from '../../screens/axeFaults.ts';
import { fakeServices, FORM, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

/** The page of processes beside a published form, over a server that keeps what is saved. */
async function open() {
  const drafts = new Map<string, string>();
  const saveForm = vi.fn(async (_key: string, _name: string, _definition: string, _revision?: number) => ({
    revision: 4,
    problems: [],
  }));
  const publishForm = vi.fn(async (_key: string, _note: string, _revision?: number) => ({ version: 2 }));
  const services = {
    ...fakeServices({
      forms: {
        list: async () => [
          { key: 'seal', name: '用印申请', version: 1, updateTime: '', hasDraft: false, revision: 3, updatedBy: '' },
        ],
        definition: async () => FORM,
        version: async () => ({ definition: FORM }),
        saveDraft: saveForm,
        publish: publishForm,
      } as never,
      request: (async ({ url }: { url: string }) =>
        url.includes('mpact')
          ? { removed: [], changed: [], breaks: [], touches: [], running: [], shows: [], process: null, seen: '' }
          : /comments$|waiting$/.test(url)
            ? []
            : { isRequired: false }) as never,
    }),
    flows: {
      list: async () =>
        [...drafts].map(([key]) => ({
          key,
          name: '外出审批',
          version: 0,
          updateTime: '',
          hasDraft: true,
          revision: 1,
        })),
      draft: async (key: string) => drafts.get(key),
      saveDraft: async (key: string, _name: string, text: string) => {
        drafts.set(key, text);
        return { revision: 1, problems: [] };
      },
      publish: async () => ({ version: 1 }),
      forms: async () => [],
      holders: async () => ({ roles: [{ code: 'deputy', name: '分管领导' }], posts: [] }),
      check: async () => [],
    },
  } as unknown as Services;
  await renderAt('/m', services, <FlowManagerBlock node={{ tag: 'flowManager' }} path={['root']} />, administrator);
  return { drafts, saveForm, publishForm };
}

it('a process that is made for a form begins with the department’s leader, and the form uses it once it is published', async () => {
  const { drafts, saveForm, publishForm } = await open();
  fireEvent.click(await screen.findByRole('button', { name: /新建流程/ }));
  const dialog = await screen.findByRole('dialog', { name: '新建流程' });
  fireEvent.change(within(dialog).getByLabelText('流程名称'), { target: { value: '外出审批' } });
  await waitFor(() => expect(within(dialog).getByLabelText('流程键')).toHaveProperty('value', 'waiChuShenPi'));
  fireEvent.mouseDown(within(dialog).getByLabelText('对应的表单'));
  fireEvent.click(await screen.findByTitle('用印申请'));
  fireEvent.click(within(dialog).getByRole('button', { name: /新\s*建/ }));
  await waitFor(() => expect(document.querySelector('[data-list="steps"]')).not.toBeNull(), { timeout: 10_000 });
  expect(drafts.get('waiChuShenPi')).toContain('deptLeader');
  expect(document.querySelectorAll('[data-kind="task"]')).toHaveLength(1);
  // a second approval behind it is the one that the settings are of
  fireEvent.click([...document.querySelectorAll('[data-action="addStep"]')].at(-1) as Element);
  fireEvent.click(await screen.findByText('审批', { selector: '.ant-dropdown-menu-title-content' }));
  await waitFor(() => expect(document.querySelectorAll('[data-kind="task"]')).toHaveLength(2));
  const added = [...document.querySelectorAll('[data-kind="task"]')].at(-1);
  expect(added?.getAttribute('data-selected') ?? added?.closest('[data-selected]')?.getAttribute('data-selected')).toBe(
    'true',
  );
  fireEvent.change(screen.getByLabelText('名称'), { target: { value: '分管领导审批' } });
  fireEvent.blur(screen.getByLabelText('名称'));
  await waitFor(() => expect(added?.textContent).toContain('分管领导审批'));

  fireEvent.click(document.querySelector('[data-action="publish"]') as Element);
  const publishing = await screen.findByRole('dialog', { name: '发布流程' });
  const sure = within(publishing).getByRole('button', { name: /^发\s*布$/ });
  await waitFor(() => expect(sure).toHaveProperty('disabled', false), { timeout: 10_000 });
  fireEvent.click(sure);
  await screen.findByText('表单“用印申请”第 2 版起使用此流程');
  expect(drafts.get('waiChuShenPi')).toContain('分管领导审批');
  const [key, name, text, revision] = saveForm.mock.calls[0] ?? [];
  expect([key, name, revision]).toEqual(['seal', '用印申请', 3]);
  expect(JSON.parse(text ?? '{}')).toMatchObject({ fields: FORM.fields, flowKey: 'waiChuShenPi' });
  expect(publishForm).toHaveBeenCalledWith('seal', '使用流程“外出审批”', 4);
});

it('the list of processes and the dialog that makes one can be used by everyone (axe)', async () => {
  await open();
  const button = await screen.findByRole('button', { name: /新建流程/ });
  expect(await axeFaults(document.body)).toEqual([]);
  fireEvent.click(button);
  expect(await axeFaults(await screen.findByRole('dialog', { name: '新建流程' }))).toEqual([]);
});
