import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support.ts';

/** Enough not to fit what the system keeps on the way. */
const LONG = 24 * 1024 ** 2;

describe('an upload that is refused before it has been sent', () => {
  let server: TestServer;
  let token: string;
  // one connection for everything, as a browser uses few
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    server = await startTestServer();
    ({ token } = await server.api('staff'));
  });
  afterAll(async () => {
    agent.destroy();
    await server.dispose();
  });

  const call = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer[] = [],
  ): Promise<{ text: string; port: number | undefined }> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        server.url + path,
        { agent, method, headers: { authorization: `Bearer ${token}`, ...headers } },
        (response) => {
          let text = '';
          const port = response.socket.localPort;
          response
            .setEncoding('utf8')
            .on('data', (part: string) => {
              text += part;
            })
            .on('end', () => resolve({ text, port }));
        },
      );
      sent.on('error', reject);
      for (const part of body) sent.write(part);
      sent.end();
    });
  const upload = (name: string) => {
    const body = [
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.alloc(LONG, 'a'),
      Buffer.from('\r\n--b--\r\n'),
    ];
    return call(
      'POST',
      '/api/file/sys/file/upload',
      {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
      },
      body,
    );
  };

  it.each(['tool.exe', 'not-a-picture.png'])(
    'is answered, and the connection serves the next request: %s',
    async (name) => {
      const refused = await upload(name);
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'FILE_TYPE' });
      const next = await call('GET', '/api/system/sys/menu/getRouters', {});
      expect(JSON.parse(next.text)).toMatchObject({ code: '1' });
      expect(next.port).toBe(refused.port);
    },
  );
});
