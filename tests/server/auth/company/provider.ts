import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'platform', secret: 'a-secret-of-the-client' };

export interface TestProvider {
  issuer: string;
  /** Signs in as `name` (its subject is `id`) whoever comes next. */
  person: { id: string; name: string };
  /** Follows the browser from the provider's first page until it leaves for the client; answers that address. */
  follow(address: string): Promise<string>;
  /** Signs out there as a person who says yes; answers where the browser is led. */
  signOut(address: string): Promise<string>;
  close(): Promise<void>;
}

/** An OpenID Connect provider on this machine that asks nothing: every visitor is `person`; one called `nobody` changes their mind. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server: Server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const person = { id: 'subject-1', name: 'staff' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { profile: ['preferred_username'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: person.name }),
    }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of-the-test'] },
    jwks: { keys: [await ownKey()] },
    pkce: { required: () => true },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    void (async () => {
      const { prompt, params, grantId } = await provider.interactionDetails(request, response);
      if (person.name === 'nobody')
        return provider.interactionFinished(request, response, { error: 'access_denied' }, {});
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, { login: { accountId: person.id } }, {});
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: person.id, clientId: String(params['client_id']) });
      grant!.addOIDCScope('openid profile');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant!.save() } }, {});
    })();
  });
  return {
    issuer,
    person,
    async follow(address) {
      const jar = new Map<string, string>();
      let next = address;
      while (next.startsWith(issuer)) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`);
        next = new URL(location, issuer).href;
      }
      return next;
    },
    async signOut(address) {
      const page = await fetch(address);
      const text = await page.text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1];
      if (xsrf === undefined) throw new Error(`${address}: ${page.status} ${text}`);
      const answer = await fetch(`${issuer}/session/end/confirm`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: page.headers
            .getSetCookie()
            .map((line) => line.split(';')[0])
            .join('; '),
        },
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      });
      return answer.headers.get('location') ?? '';
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function ownKey(): Promise<object> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const { privateKey } = await crypto.subtle.generateKey({ ...algorithm, hash: 'SHA-256' }, true, ['sign', 'verify']);
  // it also judges its own tokens, which `key_ops` of a private key alone would forbid
  const { key_ops: _signs, ext: _leaves, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey);
  return { ...jwk, use: 'sig', alg: 'RS256', kid: 'k1' };
}
