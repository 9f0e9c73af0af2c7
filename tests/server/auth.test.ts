import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.dispose());

describe('sign-in', () => {
  it('answers two tokens for the right captcha, name and password, and knows who asks (AU-005, AU-006, EN-001)', async () => {
    const staff = await server.api('staff');
    const { data } = await staff.get<{ name: string; roles: string[]; mainDept: { unitName: string }; unitList: { url: string }[] }>('/api/auth/oauth/getCurrentUser');
    expect(data.name).toBe('周明轩');
    expect(data.roles).toContain('staff');
    expect(data.mainDept.unitName).toBe('衡准工程检测有限公司');
    expect(data.unitList).toHaveLength(2);
  });
});
