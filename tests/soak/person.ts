import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { askerOf, type Heard } from '../bench/load.ts';
import { CAPTCHA, PASSWORD } from '../server/support.ts';
import { accountOf, FORM, idOf } from './company.ts';

/** What was acknowledged, and what should not have happened. */
export interface Ledger {
  records: Map<string, { revision: number; title: string; state: string }>;
  approvals: Set<string>;
  files: Map<string, string>;
  /** Milliseconds of every answered request, by what it was. */
  spent: Map<string, number[]>;
  errors: string[];
  /** Second saves of the same revision, which must be refused. */
  refusedDoubles: number;
}

export const createLedger = (): Ledger => ({
  records: new Map(),
  approvals: new Set(),
  files: new Map(),
  spent: new Map(),
  errors: [],
  refusedDoubles: 0,
});

interface Saved {
  id: string;
  revision: number;
  flwState: string;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, unknown>;
}
interface Reply<T> {
  code: string;
  msg: string;
  data: T;
}
export interface Work {
  url: string;
  index: number;
  people: number;
  thinkMs: number;
  ledger: Ledger;
  isOver(): boolean;
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });
const BOUNDARY = 'soak-boundary';
/** However slow the machine: what was applied for in the first round is there to be decided in the next. */
const LEAST_ROUNDS = 3;

/** One person at work from signing in until it is over: looks, fills in, attaches, submits, decides what came. */
export async function livePerson({ url, index, people, thinkMs, ledger, isOver }: Work): Promise<void> {
  let asker = askerOf(url, '', 4);
  const think = (): Promise<void> => pause(thinkMs * (0.5 + Math.random()));
  const timed = async <T>(
    what: string,
    send: () => Promise<Heard>,
    expected: readonly string[] = ['1'],
  ): Promise<Reply<T>> => {
    const start = performance.now();
    const heard = await send().catch((error: unknown): Heard => ({
      status: 0,
      text: JSON.stringify({ code: 'NETWORK', msg: String(error), data: null }),
    }));
    const times = ledger.spent.get(what) ?? [];
    ledger.spent.set(what, times);
    times.push(performance.now() - start);
    const reply = JSON.parse(heard.text) as Reply<T>;
    if (!expected.includes(reply.code))
      ledger.errors.push(
        `${what}: ${heard.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.data ?? null).slice(0, 300)}`,
      );
    return reply;
  };
  const post = <T>(what: string, path: string, body: unknown, expected?: readonly string[]): Promise<Reply<T>> =>
    timed<T>(what, () => asker.post(path, body, { 'idempotency-key': randomUUID() }), expected);
  /** As the page asks: what only looks needs no key. */
  const look = <T>(what: string, path: string, body: unknown): Promise<Reply<T>> =>
    timed<T>(what, () => asker.post(path, body));
  const get = <T>(what: string, path: string): Promise<Reply<T>> => timed<T>(what, () => asker.get(path));
  const ofForm = (call: string): string => `/api/system/frmCrud/${call}/${FORM}`;
  const note = (saved: Saved): void => {
    // who applied and who decides are told in any order
    if (saved.revision > (ledger.records.get(saved.id)?.revision ?? 0))
      ledger.records.set(saved.id, {
        revision: saved.revision,
        title: String(saved.fieldsMap['title']),
        state: saved.flwState,
      });
  };

  const signIn = async (): Promise<boolean> => {
    const body = Buffer.from(
      new URLSearchParams({
        grant_type: 'captcha',
        username: accountOf(index),
        password: PASSWORD,
        uuid: 'none',
        validateCode: CAPTCHA,
      }).toString(),
    );
    const { code, data } = await timed<{ access_token: string }>('sign in', () =>
      asker.post('/api/auth/oauth/token', body, { 'content-type': 'application/x-www-form-urlencoded' }),
    );
    if (code !== '1') return false;
    asker.close();
    asker = askerOf(url, data.access_token, 4);
    await get('who am I', '/api/auth/oauth/getCurrentUser');
    return true;
  };

  const upload = async (): Promise<string | null> => {
    const content = Buffer.from(randomBytes(200 + Math.floor(Math.random() * 30_000)).toString('base64'));
    const body = Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\ncontent-type: text/plain\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const { code, data } = await timed<{ id: string }>('upload', () =>
      asker.post('/api/file/sys/file/upload', body, { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
    );
    if (code !== '1') return null;
    ledger.files.set(data.id, createHash('sha256').update(content).digest('hex'));
    return data.id;
  };

  /** Two windows save the same revision: one of them wins and the other is told. */
  const saveTwice = async (record: object, title: string): Promise<Saved | null> => {
    const both = await Promise.all(
      [1, 2].map((window) =>
        post<Saved>(
          'save',
          ofForm('saveOrUpdate'),
          {
            ...record,
            fieldsMap: { title: `${title} ${window}`, amount: window, checker: idOf((index + 1) % people) },
          },
          ['1', 'RECORD_STALE'],
        ),
      ),
    );
    const won = both.filter(({ code }) => code === '1');
    if (won.length !== 1)
      ledger.errors.push(`two saves of one revision: ${both.map(({ code }) => code).join(' and ')}`);
    else ledger.refusedDoubles += 1;
    return won[0]?.data ?? null;
  };

  const apply = async (): Promise<void> => {
    const title = randomUUID();
    const checker = idOf((index + 1 + Math.floor(Math.random() * (people - 1))) % people);
    const first = await post<Saved>('save', ofForm('saveOrUpdate'), {
      fieldsMap: { title, amount: 1, checker },
      childTables: { rows: [{ id: 'r1', fieldsMap: { name: '纸', count: 2 } }] },
    });
    if (first.code !== '1') return;
    note(first.data);
    await think();
    const opened = await get<Saved>('open', `${ofForm('getById')}?id=${first.data.id}`);
    if (opened.data.revision !== first.data.revision)
      ledger.errors.push(`opened revision ${opened.data.revision} after saving ${first.data.revision}`);
    const known = { id: first.data.id, revision: opened.data.revision, childTables: opened.data.childTables };
    let last: Saved | null = opened.data;
    if (Math.random() < 0.3) last = await saveTwice(known, title);
    if (!last) return;
    note(last);
    const file = await upload();
    await think();
    const submitted = await post<Saved>('submit', ofForm('runProcess'), {
      action: 'submit',
      record: {
        id: last.id,
        revision: last.revision,
        childTables: last.childTables,
        fieldsMap: { ...last.fieldsMap, checker, ...(file ? { files: file } : {}) },
      },
    });
    if (submitted.code === '1') note(submitted.data);
  };

  const decide = async (): Promise<void> => {
    const todo = await look<{ data: { taskId: string; recordId: string }[] }>(
      'to-do list',
      '/api/task/flow/task/listMyTodo',
      { data: {}, page: { pageNum: 1, pageSize: 10 } },
    );
    for (const { recordId } of (todo.data?.data ?? []).slice(0, 3)) {
      const opened = await get<Saved>('open', `${ofForm('getById')}?id=${recordId}`);
      if (opened.code !== '1') continue;
      await think();
      const { code, data } = await post<Saved>('approve', ofForm('runProcess'), {
        action: 'approve',
        opinion: '同意',
        record: { id: recordId, revision: opened.data.revision, fieldsMap: {}, childTables: {} },
      });
      if (code !== '1') continue;
      if (ledger.approvals.has(recordId)) ledger.errors.push(`${recordId} was approved twice`);
      ledger.approvals.add(recordId);
      note(data);
    }
  };

  if (!(await signIn())) return;
  for (let round = 1; round <= LEAST_ROUNDS || !isOver(); round += 1) {
    await get('count of to-dos', '/api/system/flow/task/countMyTodo');
    await look('list', ofForm('list'), { data: {}, page: { pageNum: 1, pageSize: 10 } });
    await think();
    await apply();
    await think();
    await decide();
    if (round % 10 === 0 && !isOver()) {
      await timed('sign out', () => asker.post('/api/auth/oauth/logout', {}));
      await signIn();
    }
  }
  asker.close();
}
