import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { buildTree, type TreeRow } from '../../../src/screens/list/views/buildTree.ts';
import { widget as relation } from '../../../src/widgets/recordSelector/index.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const node = (id: string, parent = '') => aRecord(id, { name: `名${id}`, parent });
const ids = (rows: readonly TreeRow[]): unknown[] =>
  rows.map(({ key, children }) => (children ? [key, ids(children)] : key));

describe('records as a tree', () => {
  it('stand below the record that they point at, in the order of the list', () => {
    expect(ids(buildTree([node('c', 'a'), node('a'), node('d', 'c'), node('b')], 'parent'))).toEqual([
      ['a', [['c', ['d']]]],
      'b',
    ]);
  });

  it('stand at the top where the record above is not among them', () => {
    expect(ids(buildTree([node('c', 'gone'), node('d', 'c')], 'parent'))).toEqual([['c', ['d']]]);
  });

  it('are all there where they point at each other in a ring, or at themselves', () => {
    expect(ids(buildTree([node('a', 'b'), node('b', 'a'), node('c', 'c')], 'parent'))).toEqual(['c', ['a', ['b']]]);
  });

  it('are offered by a form that points at itself, all of them and without pages', async () => {
    const form = {
      formKey: 'seal',
      formName: '类别',
      fields: [
        { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
        { tag: 'recordSelector', __vModel__: 'parent', label: '上级', to: 'seal' },
      ],
    };
    const asked: number[] = [];
    await renderAt(
      '/x?look=tree.parent',
      fakeServices({
        forms: { definition: async () => form },
        records: {
          list: async (_formKey: string, { page }: { page: { pageSize: number } }) => {
            asked.push(page.pageSize);
            return { list: [node('a'), node('b', 'a')], total: 2 };
          },
        },
      } as never),
      <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />,
      situation,
      [{ name: 'more', install: ({ registerWidget }) => void registerWidget(relation) }],
    );
    const row = (await screen.findByText('名b')).closest('tr') as HTMLElement;
    expect(row.className).toContain('ant-table-row-level-1');
    expect(asked).toContain(500);
    expect(screen.queryByText('共 2 条')).toBeNull();
    expect(document.querySelector('[data-action="look"]')?.textContent).toContain('树（上级）');
  });
});
