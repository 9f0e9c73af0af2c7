import { tokensOf, type Product } from '../support.ts';

/** Calls in the administrator's name, for what another story shows in the browser. */
export async function callAsAdmin<T>(product: Product, path: string, body: object): Promise<T> {
  const { access_token: token } = await tokensOf(product.url, 'admin');
  const answer = await fetch(`${product.url}/api/system/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as { code: string; msg: string; data: T };
  if (!answer.ok) throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
}

/** Makes somebody an administrator as well. */
export const makeAdministrator = (product: Product, userId: string): Promise<unknown> =>
  callAsAdmin(product, 'sys/role/addMembers', { code: 'admin', kind: 'user', ids: [userId] });
