import { CAPTCHA, PASSWORD, type Product } from '../support.ts';

/** Calls in the administrator's name, for what another story shows in the browser. */
export async function callAsAdmin<T>(product: Product, path: string, body: object): Promise<T> {
  const signed = await fetch(`${product.url}/api/auth/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'captcha',
      username: 'admin',
      password: PASSWORD,
      uuid: 'none',
      validateCode: CAPTCHA,
    }),
  });
  const { data } = (await signed.json()) as { data: { access_token: string } };
  const answer = await fetch(`${product.url}/api/system/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as { code: string; msg: string; data: T };
  if (!answer.ok) throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
}

/** Makes somebody an administrator as well. */
export const makeAdministrator = (product: Product, userId: string): Promise<unknown> =>
  callAsAdmin(product, 'sys/role/addMembers', { code: 'admin', kind: 'user', ids: [userId] });
