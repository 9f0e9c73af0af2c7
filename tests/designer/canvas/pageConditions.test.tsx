import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { choose } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });

const DRAFT = {
  screenKey: 'trial',
  title: '试验',
  root: {
    tag: 'page',
    children: [
      { tag: 'text', text: '提示' },
      { tag: 'list', formKey: 'other', rowActions: [{ label: '作废', action: 'void' }] },
    ],
  },
};

const property = (key: string): HTMLElement =>
  document.querySelector(`[data-designer="properties"] [data-property="${key}"]`) as HTMLElement;

/** Takes the option of this text as the field of a comparison. Result: the options above it. */
async function takeField(at: HTMLElement, text: string): Promise<string[]> {
  const above: string[] = [];
  const select = within(at).getByRole('combobox', { name: '字段' }).closest('.ant-select') as HTMLElement;
  await choose(select, (one) => {
    above.push(one);
    return one === text;
  });
  return above;
}

async function open(place: number, save: (...given: unknown[]) => Promise<unknown>): Promise<void> {
  const block = <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />;
  showDesigner('/m?screen=trial', designerServices(DRAFT, save), block);
  const node = await waitFor(() => {
    const found = document.querySelector(`[data-designer="canvas"] [data-node-path="fields.${place}"]`);
    if (!found) throw new Error('no block');
    return found;
  });
  fireEvent.click(node);
  await waitFor(() => expect(document.querySelector('.ds-properties header')?.textContent).not.toContain('页面设置'));
  for (const closed of document.querySelectorAll('.ds-properties .ant-collapse-header[aria-expanded="false"]'))
    fireEvent.click(closed);
  await waitFor(() => expect(property('visibleWhen')).toBeTruthy());
}

afterEach(cleanup);

describe('conditions on a page', () => {
  it('of a block are chosen from who is looking', async () => {
    const save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    await open(0, save);
    fireEvent.click(await within(property('visibleWhen')).findByText('添加条件'));
    expect(within(property('visibleWhen')).getByText('管理员')).toBeTruthy();
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(JSON.parse(save.mock.calls[0]?.[2] as string)).toMatchObject({
      root: { children: [{ tag: 'text', visibleWhen: "user.roles.contains('admin')" }, {}] },
    });
  });

  it('of an action beside a row are chosen from the fields of the form, which a block does not have', async () => {
    const save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    await open(1, save);
    const action = within(property('rowActions'));
    const when = await waitFor(() => {
      const found = property('rowActions').querySelector<HTMLElement>('[data-property="when"]');
      if (!found) throw new Error('no condition');
      return found;
    });
    fireEvent.click(await action.findByText('添加条件'));
    expect(await takeField(when, '本行的名称')).toContain('本行的审批状态');
    fireEvent.change(within(when).getByRole('textbox', { name: '值' }), { target: { value: '甲' } });
    fireEvent.click(await within(property('visibleWhen')).findByText('添加条件'));
    expect(await takeField(property('visibleWhen'), '当前用户的姓名')).toEqual(['当前用户的姓名']);
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(JSON.parse(save.mock.calls[0]?.[2] as string)).toMatchObject({
      root: { children: [{}, { rowActions: [{ when: "row.name == '甲'" }] }] },
    });
  });
});
