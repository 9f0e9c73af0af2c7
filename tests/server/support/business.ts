import { expect, vi } from 'vitest';
import { listCurrentJobs } from '../../../src/server/jobs/index.ts';
import type { Client, TestServer } from '../support.ts';
import { recordsOf } from './sealDemo.ts';

export type Values = Record<string, unknown>;
/** Somebody who agrees, by account, and what they write with their agreement. */
export type Step = string | readonly [account: string, written: Values];

const DAY_MS = 86_400_000;
/** The date so many days from today, in the time zone of the demo company. */
export const day = (from: number): string =>
  new Date(Date.now() + from * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/**
 * Runs the jobs whose kinds begin with `prefix`, as they run so many days from now. Returns how many there were; fails
 * the test if there were none.
 */
export async function runJobs({ context }: TestServer, prefix: string, { inDays = 0 } = {}): Promise<number> {
  if (inDays !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + inDays * DAY_MS });
  try {
    const jobs = (await listCurrentJobs(context)).filter(({ kind }) => kind.startsWith(prefix));
    expect(jobs, prefix).not.toHaveLength(0);
    for (const { run } of jobs) await run(new AbortController().signal);
    return jobs.length;
  } finally {
    if (inDays !== 0) vi.useRealTimers();
  }
}

/** The calls with which people of the demo company do their business. Each fails the test where the server refuses. */
export function businessOf(server: TestServer) {
  const clients = new Map<string, Client>();
  const as = async (account: string): Promise<Client> => {
    const known = clients.get(account) ?? (await server.api(account));
    clients.set(account, known);
    return known;
  };
  const at = async (account: string, formKey: string) => recordsOf(await as(account), formKey);
  /** As the last answer told them: whoever goes on with a record need not ask for it before. */
  const revisions = new Map<string, number>();
  const accepted = (
    what: string,
    { code, msg, data }: { code: string; msg: string; data: { id?: string; revision?: number } },
  ): string => {
    expect([what, code, msg, code === '1' ? null : data]).toEqual([what, '1', msg, null]);
    if (data.id !== undefined && data.revision !== undefined) revisions.set(data.id, data.revision);
    return data.id ?? '';
  };

  return {
    as,
    at,
    read: async (formKey: string, id: string) => (await (await at('sales', formKey)).get(id)).data,

    /** What a record begins with that is made from another one. */
    async begun(account: string, formKey: string, from: string, id: string): Promise<Values> {
      const client = await as(account);
      const { data: source } = await client.get<{
        createFrom: { formKey: string; index: number; isOffered: boolean }[];
      }>(`/api/system/frmCrud/offers/${from}?id=${id}`);
      const offer = source.createFrom.find((one) => one.formKey === formKey);
      expect(offer).toMatchObject({ isOffered: true });
      const { data } = await client.get<{ values: Values }>(
        `/api/system/frmCrud/prefill/${formKey}?from=${from}&id=${id}&index=${offer?.index}`,
      );
      return data.values;
    },

    save: async (account: string, formKey: string, fieldsMap: Values): Promise<string> =>
      accepted(formKey, await (await at(account, formKey)).save({ fieldsMap } as never)),

    submit: async (account: string, formKey: string, fieldsMap: Values, childTables: Values = {}): Promise<string> =>
      accepted(formKey, await (await at(account, formKey)).run({ fieldsMap, childTables } as never, 'submit')),

    /** The steps of a process one after the other; each sends what is written with it, and the record stays as it was. */
    async agree(formKey: string, id: string, ...steps: readonly Step[]): Promise<void> {
      for (const step of steps) {
        const [account, more] = typeof step === 'string' ? [step, {}] : step;
        const records = await at(account, formKey);
        const approve = (revision: number | undefined) =>
          records.run({ id, revision, fieldsMap: more, childTables: {} } as never, 'approve', { opinion: '同意' });
        const answer = revisions.has(id) ? await approve(revisions.get(id)) : null;
        // something else may have changed it since
        const isKnown = answer !== null && answer.code !== 'RECORD_STALE';
        accepted(account, isKnown ? answer : await approve((await records.get(id)).data.revision));
      }
    },
  };
}
