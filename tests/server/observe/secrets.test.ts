import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPTCHA, clientOf, PASSWORD, startTestServer, type TestServer } from '../support.ts';

/** Everything a server writes while people sign in, change their password and open files, queries included. */
const lines: string[] = [];
const TOKEN = 'only-for-the-collector-7391';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    { metricsToken: TOKEN, slowQueryMs: 0.000_001, captchaCode: 'x7Kq' },
    {
      level: 'trace',
      stream: {
        write: (line: string) => {
          lines.push(line);
        },
      },
    },
  );
});
afterAll(() => server.dispose());

interface Tokens {
  access_token: string;
  refresh_token: string;
}
const token = (fields: Record<string, string>) =>
  server.anonymous.post<Tokens>('/api/auth/oauth/token', new URLSearchParams(fields));

describe('the log of a session', () => {
  it('holds no password, token, captcha answer, link or typed name: not even when every query is told and requests fail', async () => {
    const secrets: string[] = ['x7Kq', TOKEN, 'Wrong-7391@', 'Typed7391!', 'Newer-7391@', 'scrypt$'];
    expect(
      (
        await token({
          grant_type: 'captcha',
          username: 'staff',
          password: 'Wrong-7391@',
          uuid: 'u',
          validateCode: 'x7Kq',
        })
      ).code,
    ).toBe('A0210');
    expect(
      (
        await token({
          grant_type: 'captcha',
          username: 'Typed7391!',
          password: PASSWORD,
          uuid: 'u',
          validateCode: 'x7Kq',
        })
      ).code,
    ).toBe('A0210');
    const { data } = await token({
      grant_type: 'captcha',
      username: 'linjiawei',
      password: PASSWORD,
      uuid: 'u',
      validateCode: 'x7Kq',
    });
    const { data: next } = await token({ grant_type: 'refresh_token', refresh_token: data.refresh_token });
    secrets.push(data.access_token, data.refresh_token, next.access_token, next.refresh_token);
    const own = clientOf(server.url, next.access_token, next.refresh_token);
    expect(
      (await own.get(`/api/system/sys/user/verifyPassword?password=${encodeURIComponent('Wrong-7391@')}`)).data,
    ).toBe(false);
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ]),
      'a.png',
    );
    const { data: file } = await own.post<{ id: string }>('/api/file/sys/file/upload', form);
    const { data: link } = await own.post<{ url: string }>('/api/file/att/outsideUrl', { id: file.id });
    secrets.push(link.url.split('/')[4] as string);
    expect((await fetch(server.url + link.url)).status).toBe(200);
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    // refused in every way: wrong shape, wrong path, broken JSON
    await own.post('/api/system/sys/user/updatePwd', {
      oldPassword: PASSWORD,
      password: 'Newer-7391@',
      confirmPassword: { word: 'Newer-7391@' },
    });
    await own.post('/api/system/sys/user/updatePwd', '{"oldPassword":"Newer-7391@', {
      'content-type': 'application/json',
    });
    await own.get('/api/none?password=Newer-7391%40&token=Newer-7391@');
    expect(
      (
        await own.post('/api/system/sys/user/updatePwd', {
          oldPassword: PASSWORD,
          password: 'Newer-7391@',
          confirmPassword: 'Newer-7391@',
        })
      ).code,
    ).toBe('1');
    await sql`select 1`.execute(server.context.db);

    const log = lines.join('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(log).toContain('/api/auth/oauth/token');
    for (const secret of [...secrets, ...secrets.map(encodeURIComponent), PASSWORD, encodeURIComponent(PASSWORD)])
      expect(lines.filter((line) => line.includes(secret)).map((line) => line.slice(0, 400))).toEqual([]);
  });

  it('holds none of a row that the database itself refuses, which says it whole', async () => {
    const { db } = server.context;
    const { data } = await token({
      grant_type: 'captcha',
      username: 'yangfan',
      password: PASSWORD,
      uuid: 'u',
      validateCode: 'x7Kq',
    });
    const own = clientOf(server.url, data.access_token, data.refresh_token);
    const mail = { subject: '身份证号 Typed-7391', content: '正文 Typed-7391', toIds: ['u-leader'] };
    const before = lines.length;
    await sql`alter table mail_message add constraint refused_here check (sender_id = '') not valid`.execute(db);
    expect((await own.post('/api/system/sendEmails/sendEmail', mail)).code).toBe('SERVER');
    await sql`alter table mail_message drop constraint refused_here`.execute(db);
    await sql`create function refuse_here() returns trigger language plpgsql as $$ begin perform ('x' || new.subject)::integer; return new; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_here before insert on mail_message for each row execute function refuse_here()`.execute(
      db,
    );
    const refused = sql`insert into mail_message (id, subject) values ('m', ${mail.subject})`.execute(db);
    await refused.catch((error: unknown) => server.app.log.error({ err: error }, 'work in the background failed'));
    const log = lines.slice(before).join('\n');
    expect(log).toMatch(/refused_here[\s\S]*work in the background failed/);
    expect(log).toContain('"code":"22P02"');
    expect(log).not.toContain('Typed-7391');
  });

  it('and no answer of a refusal holds what was sent to it', async () => {
    const answers = [
      await token({
        grant_type: 'captcha',
        username: 'Typed7391!',
        password: 'Wrong-7391@',
        uuid: 'u',
        validateCode: CAPTCHA,
      }),
      await token({ grant_type: 'refresh_token', refresh_token: 'Wrong-7391@' }),
      await clientOf(server.url, 'Wrong-7391@', '').get('/api/auth/oauth/getCurrentUser'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/7391/);
  });
});
