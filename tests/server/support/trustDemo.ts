import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { expect } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { recordsIn } from './recordsIn.ts';
import { author, recordsOf, sealFlow, todoOf } from './sealDemo.ts';
import type { Answer, Client, TestServer } from '../support.ts';

/** A form with a field for every source of options and names; the leader may change some of them. */
const form = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'server', 'trustDemo.json'), 'utf8'),
) as { formKey: string; fields: object[] };
const flow = sealFlow
  .replace('process id="sealDemo"', 'process id="trustDemo"')
  .replace(
    '<sf:field key="secret" visible="0" />',
    '<sf:field key="secret" visible="0" /><sf:field key="kind" editable="1" /><sf:field key="kinds" editable="1" /><sf:field key="people" editable="1" />',
  )
  .replace(
    '<sf:column key="copies" editable="1" />',
    '<sf:column key="copies" editable="1" /><sf:column key="sealType" editable="1" /><sf:column key="handlers" editable="1" />',
  );

export async function publishTrustDemo({ context }: TestServer): Promise<void> {
  await publishFlow(context, { xml: flow, note: '初版', author });
  await publishForm(context, { formKey: 'trustDemo', definition: form, note: '初版', author });
  // the same fields without an approval: in force once saved
  await publishForm(context, {
    formKey: 'trustPlain',
    definition: { ...form, formKey: 'trustPlain', flowKey: undefined },
    note: '初版',
    author,
  });
}

export const trusted = (client: Client, formKey = 'trustDemo') => recordsOf(client, formKey);

export type Fields = FormRecord['fieldsMap'];
/** One record with rows r1, r2 … of these values. */
export const withRows = (fieldsMap: Fields, ...rows: Fields[]) => ({
  fieldsMap,
  childTables: { sealFiles: rows.map((row, index) => ({ id: `r${index + 1}`, fieldsMap: row })) },
});

export interface Found {
  code: string;
  path: (string | number)[];
}
export const problemsOf = (answer: { data: unknown }): Found[] =>
  ((answer.data as { problems?: Found[] } | null)?.problems ?? []).map(({ code, path }) => ({ code, path }));

/** Submits as one person and answers what the leader then sees of it. */
export async function submitted(staff: Client, leader: Client, values: ReturnType<typeof withRows>) {
  const run = await trusted(staff).run(values, 'submit');
  if (run.code !== '1') throw new Error(`${run.code} ${run.msg} ${JSON.stringify(run.data)}`);
  const id = run.data.id ?? '';
  const task = await todoOf(leader, id);
  return { id, revision: run.data.revision ?? 0, taskId: task?.taskId ?? '', record: run.data };
}

/** How many records of the two forms are stored. */
export const countStored = async (server: TestServer): Promise<number> =>
  (
    await Promise.all(
      ['trustDemo', 'trustPlain'].map(async (formKey) =>
        server.context.db
          .selectFrom(await recordsIn(server, formKey))
          .select((query) => query.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ),
    )
  ).reduce((sum, { n }) => sum + Number(n), 0);

/** Refused as the caller's fault, and nothing was stored. */
export async function refusedUnstored(server: TestServer, call: Promise<Answer>): Promise<Answer> {
  const before = await countStored(server);
  const answer = await call;
  expect(answer.code, JSON.stringify(answer).slice(0, 400)).not.toBe('1');
  expect(answer.status, `${answer.code} ${answer.msg}`).toBeLessThan(500);
  expect(await countStored(server)).toBe(before);
  return answer;
}
