import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { CodeCardsBlock } from '../../../src/screens/codes/CodeCardsBlock.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';
import { axeFaults } from '../axeFaults.ts';

const block = (
  <CodeCardsBlock
    node={{ tag: 'codeCards', formKey: 'seal', title: '设备标识', fields: ['name', 'gone'], target: '/sampleCardH5' }}
    path={[]}
  />
);
const services = fakeServices({
  records: {
    get: async (_form: string, id: string) => aRecord(id, { name: `压力机 ${id}` }, { title: `压力机 ${id}` }),
  },
});

test('each record has a label with its values and a code that leads to its page; a field that is gone is left out (FR-009)', async () => {
  const { container } = await renderAt('/deviceCode?id=a,b,a', services, block);
  expect((await screen.findAllByRole('article')).map((card) => card.textContent)).toEqual([
    '设备标识名称压力机 a',
    '设备标识名称压力机 b',
  ]);
  const codes = screen.getAllByRole('img').map((code) => code.getAttribute('data-code-text'));
  expect(codes.map((code) => new URL(code ?? '').hash)).toEqual(['#/sampleCardH5?id=a', '#/sampleCardH5?id=b']);
  expect(screen.getByAltText('压力机 a的二维码').getAttribute('src')).toMatch(/^data:image\/svg/);
  expect(await axeFaults(container)).toEqual([]);
});

test('a code page without a record says so', async () => {
  await renderAt('/deviceCode', services, block);
  await screen.findByText('地址中缺少记录编号');
});

test('a record that may not be read gives no label, and the reason', async () => {
  await renderAt(
    '/deviceCode?id=a',
    fakeServices({
      records: {
        get: async () => {
          throw new ServiceError('403', '当前操作没有权限');
        },
      },
    }),
    block,
  );
  await screen.findByText('当前操作没有权限');
  expect(screen.queryAllByRole('article')).toEqual([]);
});
