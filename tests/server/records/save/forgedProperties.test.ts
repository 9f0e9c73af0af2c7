import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowFormConfig, FormRecord } from '../../../../src/grammar/documents.ts';
import { isSameValue } from '../../../../src/records/sameValue.ts';
import { buildSituation, readDetailQuery } from '../../../../src/screens/detail/situation.ts';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { Refusal } from '../../../../src/server/http/refusal.ts';
import { importRecords } from '../../../../src/server/records/save/importRecords.ts';
import { actsOf } from '../../../properties/arbitraries/acts.ts';
import { withForm } from '../../../properties/arbitraries/compiled.ts';
import { flowFileOf } from '../../../properties/arbitraries/flowFile.ts';
import { recordOf } from '../../../properties/arbitraries/records.ts';
import { nodeRulesOf } from '../../../properties/arbitraries/situations.ts';
import { forge, openInBrowser, perform } from '../../../properties/browser.ts';
import { holdsAsync, PATIENCE } from '../../../properties/holds.ts';
import fc from '../../../support/fc.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const KEY = 'generated';
let server: TestServer;
const clients: Record<string, Client> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const who of ['staff', 'leader']) clients[who] = await server.api(who);
});
afterAll(() => server.dispose());

/** A definition, a process of three nodes for it, the node at which somebody meets the record, and what they try. */
const cases = withForm((compiled) =>
  fc.record(
    {
      rules: fc.tuple(nodeRulesOf(compiled), nodeRulesOf(compiled), nodeRulesOf(compiled)),
      at: fc.nat({ max: 2 }),
      isReturned: fc.boolean(),
      isAct: fc.boolean(),
      stored: recordOf(compiled),
      acts: actsOf(compiled),
    },
    { noNullPrototype: true },
  ),
);

/** Publishes the pair; false where the generated form may not be published. */
async function publish(definition: object, rules: Parameters<typeof flowFileOf>[1]): Promise<boolean> {
  try {
    await publishFlow(server.context, { xml: flowFileOf(KEY, rules), note: '', author });
    await publishForm(server.context, {
      formKey: KEY,
      formName: KEY,
      note: '',
      author,
      definition: { ...definition, formKey: KEY, flowKey: KEY },
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const rowOf = async (id: string) =>
  server.context.db
    .selectFrom(await recordsIn(server, KEY))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
let number = 0;

it(
  'over HTTP the server refuses with its places what the browser offers no control for, stores nothing of it, and takes what the browser offers',
  async () => {
    let [published, forged, offered] = [0, 0, 0];
    await holdsAsync(
      'forged requests over HTTP',
      cases,
      async ({ definition, given: { rules, at, isReturned, isAct, stored, acts } }) => {
        if (!(await publish(definition, rules))) return;
        published += 1;
        const { form } = await loadForm(server.context, server.context.db, KEY);
        const id = `forged${String((number += 1))}`;
        const [who, now] = [at === 0 ? 'staff' : 'leader', new Date()];
        const node = { nodeId: `n${at}`, taskNode: rules[at]?.taskNode ?? '' };
        const flwState = at > 0 ? '1' : isReturned ? '2' : '0';
        await server.context.db.transaction().execute((trx) =>
          importRecords(server.context, trx, KEY, [
            {
              id,
              formKey: KEY,
              flwState,
              createBy: 'u-staff',
              createTime: now,
              updateBy: 'u-staff',
              updateTime: now,
              ...(stored as Pick<FormRecord, 'fieldsMap' | 'childTables'>),
              steps:
                flwState === '0'
                  ? []
                  : [
                      {
                        nodeId: 'n0',
                        taskNode: rules[0].taskNode,
                        userId: 'u-staff',
                        action: 'submit',
                        opinion: '',
                        at: now,
                      },
                    ],
              openNode: flwState === '0' ? null : { ...node, userIds: [`u-${who}`] },
            },
          ]),
        );
        const client = clients[who] as Client;
        const records = recordsOf(client, KEY);
        const { data: record } = await records.get(id);
        const config = (
          await client.get<FlowFormConfig>(`/api/task/flow/flwFrm/getFrmCfg?formKey=${KEY}&recordId=${id}`)
        ).data;
        const me = (
          await client.get<{
            id: string;
            name: string;
            roles: string[];
            permissions: string[];
            mainDept?: { orgId: string; unitId: string };
          }>('/api/auth/oauth/getCurrentUser')
        ).data;
        const person = await server.context.db
          .selectFrom('sys_user')
          .select(['dept_id', 'unit_id'])
          .where('id', '=', `u-${who}`)
          .executeTakeFirstOrThrow();
        const user = {
          id: `u-${who}`,
          name: me.name,
          roles: me.roles,
          permissions: me.permissions,
          ...(person.dept_id ? { dept: { id: person.dept_id } } : {}),
          ...(person.unit_id ? { unit: { id: person.unit_id } } : {}),
        };
        const query = readDetailQuery(at > 0 ? { formKey: KEY, id, todo: '1' } : { formKey: KEY, id, isEdit: '1' });
        const situation = buildSituation({ user, query, rawQuery: {}, record, config, mode: 'edit' });
        const send = (values: { fieldsMap: object; childTables: object }) => {
          const given = { id, revision: record.revision ?? 1, ...values } as Parameters<typeof records.save>[0];
          return isAct ? records.run(given, at > 0 ? 'approve' : 'submit') : records.save(given);
        };
        const before = await rowOf(id);
        const untouched = openInBrowser(form, stored, situation);
        const sent = untouched.send();
        untouched.close();
        for (const act of acts) {
          const fresh = openInBrowser(form, stored, situation);
          const isOffered = perform(fresh, act);
          fresh.close();
          const field = form.fields.get(act.kind === 'type' ? act.key : act.table);
          const column =
            act.kind === 'cell' ? form.tables.get(act.table)?.columns.find(({ key }) => key === act.column) : undefined;
          const table = act.kind === 'type' ? undefined : form.tables.get(act.table);
          const incoming = forge(form, sent, act);
          // filled out of sight or by a call: the browser has no control, and the change is none of a hand
          if (
            isOffered ||
            incoming === null ||
            isSameValue(incoming, sent) ||
            field?.node.isHideField === '1' ||
            column?.node.isHideField === '1' ||
            table?.node.defaultTbDataResourceApi !== undefined
          )
            continue;
          const answer = await send(incoming);
          const after = await rowOf(id);
          if (answer.code !== '1') {
            forged += 1;
            const paths = ((answer.data as unknown as { problems?: { path: unknown[] }[] } | null)?.problems ?? []).map(
              ({ path }) => path.length,
            );
            expect({
              act,
              code: answer.code,
              hasPaths: paths.length > 0 && paths.every((length) => length > 0),
            }).toEqual({ act, code: expect.stringMatching(/^RECORD_(FORBIDDEN|INVALID)$/) as string, hasPaths: true });
            expect({ act, after }).toEqual({ act, after: before });
            continue;
          }
          // taken without the change: what was sent is what the server computes, or counts as nothing
          const place =
            act.kind === 'type'
              ? [before.fields[act.key], after.fields[act.key]]
              : [before.child_tables[act.table], after.child_tables[act.table]];
          const isKept =
            isSameValue(place[0], place[1]) ||
            field?.compute !== null ||
            (act.kind === 'cell' && column?.compute !== null);
          expect({ act, isKept }).toEqual({ act, isKept: true });
          return;
        }
        const browser = openInBrowser(form, stored, situation);
        for (const act of acts) perform(browser, act);
        const done = browser.send();
        browser.close();
        const answer = await send(done);
        offered += answer.code === '1' ? 1 : 0;
        if (answer.code !== '1') expect(await rowOf(id)).toEqual(before);
        expect({ acts, code: answer.code, data: answer.code === 'RECORD_FORBIDDEN' ? answer.data : null }).toEqual({
          acts,
          code: expect.not.stringMatching('RECORD_FORBIDDEN') as string,
          data: null,
        });
      },
      { cases: 40 },
    );
    expect(published).toBeGreaterThan(0);
    expect([forged > 0, offered > 0]).toEqual([true, true]);
  },
  PATIENCE,
);
