import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { ApiDocsBlock } from '../../../src/designer/apiDocs/ApiDocsBlock.tsx';
import { callsOf, needsNoSignIn, keyLines, limitText, typeText } from '../../../src/designer/apiDocs/description.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(cleanup);

const document = {
  paths: {
    '/api/system/frmCrud/getOne/{formKey}': {
      get: {
        tags: ['frmCrud'],
        summary: '取一条记录',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'formKey', in: 'path', required: true, description: '表单编码', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    data: {
                      type: 'object',
                      required: ['id'],
                      properties: {
                        id: { type: 'string', description: '编号' },
                        rows: {
                          type: 'array',
                          items: { type: 'object', properties: { amount: { type: ['number', 'null'] } } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/api/captcha': { get: { tags: ['auth'], summary: '取验证码', security: [] } },
  },
};

const person = (roles: string[]) => ({ ...situation, user: { ...situation.user, roles } });
const open = (roles: string[], more: Partial<Services> = {}) => {
  const services = {
    ...fakeServices({}),
    ...more,
    system: { apiDescription: async () => document },
  } as unknown as Services;
  return renderAt('/api', services, <ApiDocsBlock node={{ tag: 'apiDocs' }} path={['root']} />, person(roles));
};

test('an OpenAPI document is read as calls, groups in the order of a reader, keys with the keys within them', () => {
  const calls = callsOf(document);
  expect(calls.map(({ id }) => id)).toEqual(['GET /api/captcha', 'GET /api/system/frmCrud/getOne/{formKey}']);
  expect(calls.map(needsNoSignIn)).toEqual([true, false]);
  const data = calls[1]?.responses?.['200']?.content?.['application/json']?.schema?.properties?.['data'];
  expect(keyLines(data)).toMatchObject([
    { name: 'id', isRequired: true, type: '文本', note: '编号' },
    { name: 'rows', isRequired: false, type: '对象数组', children: [{ id: 'rows.amount', type: '数字或空' }] },
  ]);
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('文本或整数');
  expect(limitText({ enum: ['a', 'b'], maxLength: 5 })).toBe('可取 a、b，最多 5 字');
});

test('calls are found by name and address, and open to what they take and answer', async () => {
  const view = await open(['admin']);
  await view.findByText('取一条记录');
  fireEvent.change(view.getByLabelText('查找接口'), { target: { value: 'crud 记录' } });
  await view.findByText('共 1 个接口');
  expect(view.queryByText('取验证码')).toBeNull();
  fireEvent.click(view.getByText('取一条记录'));
  const keys = await view.findByText('应答中的 data');
  const section = within(keys.parentElement as HTMLElement);
  expect(section.getByText('编号')).toBeTruthy();
  expect(view.getByText('表单编码')).toBeTruthy();
  expect(view.getByText('需要登录或接口账号的密钥')).toBeTruthy();
  const { violations } = await axe.run(view.container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  fireEvent.change(view.getByLabelText('查找接口'), { target: { value: '没有这个' } });
  await view.findByText('没有找到接口，请换一个词');
});

test('the file of the description is that of the server that the installation names', async () => {
  const view = await open(['admin'], { address: (path) => `/gateway${path}` });
  await waitFor(() =>
    expect(view.container.querySelector('[data-action="open-description"]')?.getAttribute('href')).toBe(
      '/gateway/openapi.json',
    ),
  );
});

test('nobody else than administrators reads it here', async () => {
  const view = await open(['staff']);
  expect(view.queryByLabelText('查找接口')).toBeNull();
});
