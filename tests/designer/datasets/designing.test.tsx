import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatasetManagerBlock } from '../../../src/designer/datasets/DatasetManagerBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const block = <DatasetManagerBlock node={{ tag: 'datasetManager' }} path={['root']} />;
const FORM = {
  formKey: 'seal',
  formName: '用印申请',
  version: 1,
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称' },
    { tag: 'el-input', __vModel__: 'reason', label: '事由' },
  ],
};
const FIRST = { datasetKey: 'custom/seal', name: '用印', from: 'seal', groupBy: [{ key: 'name', of: 'name' }] };

function services(draft: unknown, saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }))) {
  const preview = vi.fn(async (_key: string, _text: string) => ({
    problems: [],
    plan: ['Seq Scan'],
    answer: {
      datasetKey: 'custom/seal',
      name: '用印',
      maySee: true,
      groups: [],
      figures: [{ key: 'count', label: '数量', isMeasure: true, precision: 0 }],
      rows: [{ keys: [], labels: [], values: ['42'] }],
      total: 1,
    },
  }));
  const given = {
    ...fakeServices({ forms: { definition: async () => FORM } }),
    datasetDefs: {
      list: async () => [{ key: 'custom/seal', name: '用印', version: 0, updateTime: '', hasDraft: true, revision: 4 }],
      draft: async () => draft,
      saveDraft,
    },
    datasets: { preview },
  } as unknown as Services;
  return { given, saveDraft, preview };
}
const textIn = (saveDraft: ReturnType<typeof vi.fn>): unknown => JSON.parse(saveDraft.mock.calls[0]?.[2] as string);
const zone = (name: string): HTMLElement => screen.getByRole('region', { name });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a dataset that is designed', () => {
  it('takes fields into groups, figures and filters, says itself in words and shows what the server answers', async () => {
    const { given, saveDraft, preview } = services(FIRST);
    await renderAt('/m?dataset=custom/seal', given, block, administrator);
    fireEvent.click(await screen.findByLabelText('创建时间：加入分组'));
    fireEvent.click(screen.getByLabelText('事由：加入统计'));
    fireEvent.click(screen.getByLabelText('创建时间：加入筛选'));
    fireEvent.click(screen.getByLabelText('移除分组“名称”'));
    screen.getByText('创建时间在本年的“用印申请”记录，按创建时间（每月）分组，计算事由数。');
    await screen.findByText('42', undefined, { timeout: 5000 });
    await waitFor(
      () => {
        const asked = JSON.parse(preview.mock.calls.at(-1)?.[1] ?? '{}') as { where?: string };
        expect(asked.where).toBe('within(createTime, thisYear())');
      },
      { timeout: 5000 },
    );
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toEqual({
      datasetKey: 'custom/seal',
      name: '用印',
      from: 'seal',
      groupBy: [{ key: 'createTime', of: 'createTime', label: '创建时间', by: 'month' }],
      measures: [{ key: 'reasonCount', fn: 'distinct', of: 'reason', label: '事由数' }],
      where: 'within(createTime, thisYear())',
    });
  });

  it('goes back and on again step by step', async () => {
    const { given } = services(FIRST);
    await renderAt('/m?dataset=custom/seal', given, block, administrator);
    fireEvent.click(await screen.findByLabelText('事由：加入分组'));
    expect(within(zone('分组')).getByLabelText('分组“事由”的名称')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /撤销/ }));
    expect(within(zone('分组')).queryByLabelText('分组“事由”的名称')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /重做/ }));
    expect(within(zone('分组')).getByLabelText('分组“事由”的名称')).toBeTruthy();
  });

  it('opens a text that is no dataset as text, and a condition that cannot be chosen as it is written', async () => {
    const { given } = services('{ "from": ');
    const broken = await renderAt('/m?dataset=custom/seal', given, block, administrator);
    await screen.findByText('文本不是可以识别的数据集，请在此改正');
    broken.unmount();
    const { given: other } = services({ ...FIRST, where: "name == 'a' || reason == 'b'" });
    await renderAt('/m?dataset=custom/seal', other, block, administrator);
    await screen.findByText("name == 'a' || reason == 'b'");
  });
});
