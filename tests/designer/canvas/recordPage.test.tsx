import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { aRecord } from '../../screens/fakes.tsx';
import { choose } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });

const DRAFT = {
  screenKey: 'trial',
  title: '试验',
  root: { tag: 'detail', formKey: 'other', children: [{ tag: 'statCard', title: '编号', field: 'code' }] },
};
const RECORDS = [
  aRecord('r2', { name: '隧道', code: 'P2' }, { formKey: 'other', title: 'P2 隧道' }),
  aRecord('r1', { name: '大桥', code: 'P1' }, { formKey: 'other', title: 'P1 大桥' }),
];

function open(records: typeof RECORDS, isUnreadable = (_id: string): boolean => false): void {
  const services = designerServices(DRAFT, async () => ({ problems: [], revision: 5 }), {
    records: {
      list: async () => ({ list: records, total: records.length }),
      get: async (_form: string, id: string) => {
        if (isUnreadable(id)) throw new ServiceError('404', '记录不存在');
        return records.find((one) => one.id === id);
      },
    },
  });
  showDesigner('/m?screen=trial', services, <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />);
}
const canvas = (): HTMLElement => document.querySelector('[data-designer="canvas"]') as HTMLElement;

afterEach(cleanup);

describe("a record's page on the canvas", () => {
  it('shows the form and the blocks of a record, which another one may take the place of', async () => {
    open(RECORDS);
    await waitFor(() => expect(canvas().textContent).toContain('大桥'));
    const card = canvas().querySelector('[data-tag="statCard"]') as HTMLElement;
    await waitFor(() => expect(card.textContent).toContain('P1'));
    // the form is read here, not arranged
    expect(canvas().querySelectorAll('[data-tag="el-input"]')).toHaveLength(0);
    await choose(screen.getByRole('combobox', { name: '示例记录' }).closest('.ant-select') as HTMLElement);
    await waitFor(() => expect(canvas().textContent).toContain('隧道'));
    fireEvent.click(canvas().querySelector('[data-tag="statCard"]') as Element);
    expect(within(document.querySelector('.ds-properties') as HTMLElement).getByText('指标卡')).toBeTruthy();
  });

  it('says that a record cannot be read, and lets another one be chosen', async () => {
    open(RECORDS, (id) => id === 'r1');
    await waitFor(() => expect(canvas().textContent).toContain('示例记录无法读取：记录不存在'));
    const select = screen.getByRole('combobox', { name: '示例记录' }).closest('.ant-select') as HTMLElement;
    expect(select.textContent).toContain('P1 大桥');
    await choose(select);
    await waitFor(() => expect(canvas().textContent).toContain('隧道'));
    expect(canvas().textContent).not.toContain('无法读取');
    await choose(select);
    await waitFor(() => expect(canvas().textContent).toContain('示例记录无法读取：记录不存在'));
  });

  it('says so where there is no record, and its blocks can be arranged all the same', async () => {
    open([]);
    await waitFor(() => expect(canvas().textContent).toContain('还没有可以作为示例的记录'));
    expect(canvas().querySelector('[data-tag="statCard"]')?.textContent).toContain('打开记录后在此显示');
  });
});
