import { act, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { NAME, QUANTITY, rowsOf, show } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const FILES = { tag: 'el-upload', __vModel__: 'files', label: '附件' };

describe('a sub-table that is filled in', () => {
  test('has the widths and the words of the specification (SL-011, SL-012)', async () => {
    const table = await show({
      rows: rowsOf(1),
      columns: [NAME, QUANTITY, FILES],
      table: { multiple: true, exportAdd: '1' },
    });
    const heads = [...table.root.querySelectorAll<HTMLElement>('.st-header [role="columnheader"]')];
    const width = (head: HTMLElement | undefined): string | undefined => head?.style.width;
    expect([width(heads[0]), width(heads[1]), width(heads.at(-1))]).toEqual(['55px', '60px', '180px']);
    expect([heads[1]?.textContent, heads.at(-1)?.textContent]).toEqual(['序号', '操作']);
    const said = (action: string): string | null | undefined => table.action(action)?.textContent;
    expect(['add-row', 'import-data', 'copy-row', 'remove-row'].map(said)).toEqual([
      '添加',
      '导入数据',
      '复制',
      '删除',
    ]);
    expect(table.cell(0, 'files').textContent).toBe('上传附件');
  });

  test('shows the buttons of its operation column with their words, kinds and icons, a wider one where it is asked for (OP-002…004)', async () => {
    const operations = {
      isOp: '1',
      label: '办理',
      width: 240,
      items: [
        { label: '修改', eventType: 'edit', __config__: { type: 'danger', icon: 'el-icon-edit' } },
        { label: '说明', eventType: 'explain', __config__: { icon: 'no-such-icon' } },
      ],
    };
    const table = await show({ rows: rowsOf(1), columns: [NAME, QUANTITY, operations], situation: { todo: '1' } });
    await vi.waitFor(() => expect(table.action('edit')).not.toBeNull());
    expect(table.action('edit')?.textContent).toBe('修改');
    expect(table.action('edit')?.className).toContain('st-button-danger');
    expect(table.action('edit')?.querySelector('svg')).not.toBeNull();
    expect(table.action('explain')?.querySelector('svg')).toBeNull();
    const head = [...table.root.querySelectorAll<HTMLElement>('.st-header [role="columnheader"]')].at(-1);
    expect([head?.textContent, head?.style.width]).toEqual(['办理', '240px']);
  });

  test('offers no button to edit a row of which nothing can be edited, and says of a button that nothing answers (OP-009, OD-042)', async () => {
    const operations = {
      isOp: '1',
      items: [
        { label: '修改', eventType: 'edit' },
        { label: '说明', eventType: 'explain' },
      ],
    };
    const table = await show({
      rows: rowsOf(1),
      columns: [NAME, QUANTITY, operations],
      table: { editNodeCtr: '登记' },
      situation: { todo: '1', taskNode: '登记' },
    });
    await vi.waitFor(() => expect(table.action('edit')).not.toBeNull());
    await table.click(table.action('explain') as Element);
    expect(table.events).toEqual(['explain']);
    await waitFor(() => expect(document.body.textContent).toContain('此按钮的动作“explain”无法识别，请联系管理员'));
    await act(async () => {
      table.session.setSituation({ taskNode: '审核' });
    });
    expect(table.action('edit')).toBeNull();
    expect(table.action('explain')).not.toBeNull();
  });
});
