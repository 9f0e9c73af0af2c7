import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { choose } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });

const DRAFT = {
  formKey: 'trial',
  formName: '试验',
  fields: ['secret', 'fixed', 'free'].map((key) => ({
    tag: 'el-input',
    __vModel__: key,
    label: `字段${key}`,
    flowEditable: '1',
  })),
};
const GRID = {
  forms: [{ formKey: 'trial', rights: ['see', 'create'], hidden: ['secret'], locked: ['fixed'] }],
};

async function open(view: string, grid: object = GRID) {
  const services = designerServices(DRAFT, async () => ({ problems: [], revision: 5 }));
  const asked = vi.fn((): unknown => grid);
  const request = ({ url }: { url: string }): Promise<unknown> =>
    url.endsWith('/role/grid') ? Promise.resolve(asked()) : new Promise(() => undefined);
  Object.defineProperty(services, 'request', { value: request });
  showDesigner(
    `/m?form=trial&view=${view}`,
    services,
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
  );
  const label = view === 'preview' ? '以哪个角色预览' : '查看哪个角色的权限';
  const box = await screen.findByRole('combobox', { name: label });
  return async () => {
    await choose(box.closest('.ant-select') as HTMLElement);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  };
}

afterEach(cleanup);

describe('a form as one role has it', () => {
  it('is previewed without the fields that the role never sees, and without those it never changes as inputs', async () => {
    const take = await open('preview');
    const preview = await screen.findByRole('region', { name: '预览' });
    await waitFor(() => expect(within(preview).getAllByRole('textbox')).toHaveLength(3));
    await take();
    await waitFor(() => expect(within(preview).queryByText('字段secret')).toBeNull());
    expect(within(preview).getByText('字段fixed')).toBeTruthy();
    await waitFor(() => {
      const open = within(preview).getAllByRole<HTMLInputElement>('textbox');
      expect(open.filter(({ disabled, readOnly }) => !disabled && !readOnly)).toHaveLength(1);
    });
  });

  it('is told in the table of rights beside what form and process say', async () => {
    const take = await open('rights');
    await take();
    await screen.findByText('所选角色');
    const words = ['secret', 'fixed', 'free'].map(
      (key) => screen.getByText(`字段${key}`).closest('tr')?.querySelector('td:last-child')?.textContent,
    );
    expect(words).toEqual(['看不到', '不能改', '不限']);
  });

  it('says why nothing is known of a form that is not published', async () => {
    const take = await open('rights', { forms: [] });
    await take();
    await screen.findByText('表单发布后才有角色权限');
    expect(screen.queryByText('所选角色')).toBeNull();
  });
});

it('a width that is no number of pixels stands in the table of the list as it is written', async () => {
  const widths = { a: '50%', b: '120px', c: undefined };
  const draft = {
    ...DRAFT,
    fields: Object.entries(widths).map(([key, width]) => ({ tag: 'el-input', __vModel__: key, label: key, width })),
  };
  showDesigner(
    '/m?form=trial&view=list',
    designerServices(draft, async () => ({ problems: [], revision: 5 })),
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
  );
  const shown = async (key: string) => {
    const { value, placeholder } = await screen.findByRole<HTMLInputElement>('spinbutton', { name: `${key}：列宽` });
    return [value, placeholder];
  };
  expect([await shown('a'), await shown('b'), await shown('c')]).toEqual([
    ['', '50%'],
    ['120', '自动'],
    ['', '自动'],
  ]);
});
