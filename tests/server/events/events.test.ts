import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../../src/server/events/index.ts';
import { publishSealDemo, recordsOf, SEAL, todoOf } from '../support/sealDemo.ts';
import { isSecondStore } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader] = await Promise.all([server.api('staff'), server.api('leader')]);
});
afterAll(() => server.dispose());

interface Page {
  /** The topics of the next news, or null after 5 s without any. */
  next(): Promise<string[] | null>;
  /**
   * The topics of all news up to now: the person is told of something else now, and events that were stored before are
   * read before, or with it.
   */
  untilNow(): Promise<string[]>;
  close(): void;
}

let markers = 0;

async function openPage(who: Client): Promise<Page> {
  const stop = new AbortController();
  const answer = await fetch(`${server.url}/api/system/events`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: stop.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<string[]> => {
    for (;;) {
      const found = /event: news\ndata: (.*)\n\n/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return JSON.parse(found[1]!) as string[];
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += value;
    }
  };
  while (!text.includes('event: open')) text += (await reader.read()).value ?? '';
  const next = (): Promise<string[] | null> =>
    Promise.race([
      read(),
      new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), 5000);
      }),
    ]);
  const { id } = (await who.get<{ id: string }>('/api/auth/oauth/getCurrentUser')).data;
  const untilNow = async (): Promise<string[]> => {
    markers += 1;
    const marker = `kept:${markers}` as const;
    await server.context.db.transaction().execute((trx) => announce(trx, marker, [id]));
    const heard: string[] = [];
    for (;;) {
      const topics = await next();
      expect(topics, `${marker} was not heard`).not.toBeNull();
      heard.push(...topics!.filter((topic) => topic !== marker));
      if (topics!.includes(marker)) return heard;
    }
  };
  await untilNow(); // what was stored before the page opened
  return { next, untilNow, close: () => stop.abort() };
}

/** Whether the page hears of a topic, among others or after them. */
async function hears(page: Page, topic: string): Promise<boolean> {
  for (;;) {
    const topics = await page.next();
    if (topics === null || topics.includes(topic)) return topics !== null;
  }
}

describe('an open page', () => {
  it('hears of a mail that came or went, and nobody else does', async () => {
    const hr = await server.api('hr');
    const [receiver, writer, other] = await Promise.all([openPage(leader), openPage(staff), openPage(hr)]);
    await staff.post('/api/system/sendEmails/sendEmail', { subject: '您好', toIds: ['u-leader'] });
    expect(await receiver.next()).toEqual(['mail']);
    expect(await writer.next()).toEqual(['mail']);
    expect(await other.untilNow()).toEqual([]);
    for (const page of [receiver, writer, other]) page.close();
  });

  it.skipIf(isSecondStore)('hears that its own mail was read, by its reader and by its writer, once', async () => {
    await staff.post('/api/system/sendEmails/sendEmail', { subject: '请阅', toIds: ['u-leader'] });
    const {
      data: {
        data: [row],
      },
    } = await leader.post<{ data: { id: string }[] }>('/api/system/receiveEmails/getList', {
      data: { subject: '请阅' },
    });
    const [reader, writer] = await Promise.all([openPage(leader), openPage(staff)]);
    await leader.get(`/api/system/receiveEmails/getEntity?id=${row?.id}`);
    expect([await reader.next(), await writer.next()]).toEqual([['mail'], ['mail']]);
    await leader.get(`/api/system/receiveEmails/getEntity?id=${row?.id}`);
    expect(await writer.untilNow()).toEqual([]);
    reader.close();
    writer.close();
  });

  it.skipIf(isSecondStore)('hears of a notice for everybody', async () => {
    const [hr, page] = await Promise.all([server.api('hr'), openPage(staff)]);
    const {
      data: { id },
    } = await hr.post<{ id: string }>('/api/system/sysNotice/saveOrUpdate', { title: '放假安排' });
    await hr.post('/api/system/sysNotice/release', { id });
    expect(await page.next()).toEqual(['notice']);
    page.close();
  });

  it.skipIf(isSecondStore)(
    'hears of a task that comes to its person, of the own one that is done, and of nobody else’s',
    async () => {
      await publishSealDemo(server);
      const [hr, sealer] = await Promise.all([server.api('hr'), server.api('sealer')]);
      const [own, next, other] = await Promise.all([openPage(leader), openPage(sealer), openPage(hr)]);
      const { data: record } = await recordsOf(staff).run(SEAL, 'submit');
      expect(await hears(own, 'todo')).toBe(true);
      const task = await todoOf(leader, record.id ?? '');
      const done = await recordsOf(leader).run(
        { id: record.id ?? '', revision: record.revision ?? 0, fieldsMap: { leaderOpinion: '同意' } },
        'approve',
        { taskId: task?.taskId ?? '' },
      );
      expect(done.code, done.msg).toBe('1');
      expect(await hears(own, 'todo')).toBe(true);
      expect(await hears(next, 'todo')).toBe(true);
      expect(await other.untilNow()).not.toContain('todo');
      for (const page of [own, next, other]) page.close();
    },
  );

  it.skipIf(isSecondStore)('is one of twenty of its person: of more the oldest ends, and nobody else’s', async () => {
    const open = async (who: Client, stop: AbortController) => {
      const answer = await fetch(`${server.url}/api/system/events`, {
        headers: { authorization: `Bearer ${who.token}` },
        signal: stop.signal,
      });
      const reader = answer.body!.getReader();
      await reader.read();
      return reader;
    };
    const stop = new AbortController();
    const [sealer, finance] = await Promise.all([server.api('sealer'), server.api('finance')]);
    const others = await open(finance, stop);
    const pages = [];
    for (let count = 0; count < 21; count += 1) pages.push(await open(sealer, stop));
    /** News of the tests before may still arrive, and is read over. */
    const readToEnd = async (page: ReadableStreamDefaultReader): Promise<boolean> => {
      const { done } = await page.read();
      return done || readToEnd(page);
    };
    const ends = async (page: ReadableStreamDefaultReader): Promise<boolean> =>
      Promise.race([
        readToEnd(page),
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), 500);
        }),
      ]);
    expect(await ends(pages[0]!)).toBe(true);
    expect(await Promise.all(pages.slice(1).map(ends))).toEqual(Array.from({ length: 20 }, () => false));
    expect(await ends(others)).toBe(false);
    stop.abort();
  });

  it('is not told anything without a token', async () => {
    expect((await fetch(`${server.url}/api/system/events`)).status).toBe(401);
  });

  it('does not keep the server from stopping', async () => {
    const own = await startTestServer();
    const answer = await fetch(`${own.url}/api/system/events`, {
      headers: { authorization: `Bearer ${(await own.api('staff')).token}` },
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const readUntil = async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        const { done, value } = await reader.read();
        if (done) return;
        received += value;
      }
    };
    await readUntil(() => received.includes('event: open'));
    expect(received).toContain('event: open');
    // a connection that a browser opened in advance
    const silent = connect(Number(new URL(own.url).port), '127.0.0.1');
    await new Promise((resolve) => {
      silent.once('connect', resolve);
    });
    const closed = new Promise((resolve) => {
      silent.once('close', resolve);
    });
    await own.dispose();
    // the server ends the answer, and with it the connection
    await readUntil(() => false);
    await closed;
  });
});
