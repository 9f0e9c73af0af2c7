import { expect, it } from 'vitest';
import type { FlowFormConfig, FormRecord } from '../../src/grammar/documents.ts';
import { isTable, type CompiledForm } from '../../src/kernel/form.ts';
import { checkChanges } from '../../src/records/checkChanges.ts';
import { isSameValue } from '../../src/records/sameValue.ts';
import { shouldLoadDefaultRows } from '../../src/rules/defaultRows.ts';
import { isOthersRow, findRowsOfOtherTasks } from '../../src/rules/rowsOfOtherTasks.ts';
import { isFieldRequired } from '../../src/rules/fields.ts';
import type { Situation, SituationUser } from '../../src/rules/situation.ts';
import { mayAddRow, mayCopyRow, mayOrderRows, mayRemoveRow, rowLimit } from '../../src/rules/tables.ts';
import { buildSituation, readDetailQuery } from '../../src/screens/detail/situation.ts';
import { nodeOf } from '../../src/server/flow/definition.ts';
import { formConfigOf } from '../../src/server/approval/definitions/formConfig.ts';
import type { LoadedFlow } from '../../src/server/flowDocuments/loadFlow.ts';
import { rowTableOf } from '../../src/server/flow/engine/repeat.ts';
import { parseFlow } from '../../src/server/flow/parse/parseFlow.ts';
import type { RequestUser } from '../../src/server/http/user.ts';
import { acceptChanges } from '../../src/server/records/save/acceptChanges.ts';
import { situationOf } from '../../src/server/records/read/situationOf.ts';
import fc from '../support/fc.ts';
import { actsOf } from './arbitraries/acts.ts';
import { withForm } from './arbitraries/compiled.ts';
import { flowFileOf } from './arbitraries/flowFile.ts';
import { recordOf } from './arbitraries/records.ts';
import { nodeRulesOf } from './arbitraries/situations.ts';
import { asRecord, forge, openInBrowser, perform } from './browser.ts';
import { holdsAsync, PATIENCE } from './holds.ts';

const USERS: readonly RequestUser[] = [
  {
    id: 'u1',
    username: 'zhou',
    name: '周明轩',
    roles: ['staff'],
    permissions: [],
    fieldRules: {},
    deptId: 'd1',
    unitId: 'c1',
  },
  {
    id: 'u2',
    username: 'li',
    name: '李工',
    fieldRules: {},
    roles: ['manager', 'admin'],
    permissions: ['a:b'],
    deptId: null,
    unitId: null,
  },
];
/** What sign-in tells the browser of a person. */
const seen = ({ id, name, roles, permissions, deptId, unitId }: RequestUser): SituationUser => ({
  id,
  name,
  roles,
  permissions,
  ...(deptId ? { dept: { id: deptId, name: '检测一部' } } : {}),
  ...(unitId ? { unit: { id: unitId, name: '总公司' } } : {}),
});

/** A definition, a process of three nodes for it, one of its nodes, a person, a record, and what the person tries. */
const cases = withForm((compiled) =>
  fc.record(
    {
      rules: fc.tuple(nodeRulesOf(compiled), nodeRulesOf(compiled), nodeRulesOf(compiled)),
      at: fc.nat({ max: 2 }),
      user: fc.constantFrom(...USERS),
      stored: recordOf(compiled),
      acts: actsOf(compiled),
      isReturned: fc.boolean(),
      // once for each row of a sub-table, at one of its rows
      row:
        compiled.tables.size === 0
          ? fc.constant(null)
          : fc.option(fc.record({ table: fc.constantFrom(...compiled.tables.keys()), index: fc.nat({ max: 2 }) }), {
              nil: null,
              freq: 1,
            }),
    },
    { noNullPrototype: true },
  ),
);

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

async function flowOf({ given: { rules, row } }: Case): Promise<LoadedFlow> {
  const { definition } = await parseFlow(flowFileOf('generated', rules, { over: row?.table ?? null }));
  if (!definition) throw new Error('a generated process is refused');
  return { key: 'generated', version: 1, name: 'generated', definition };
}

/** The same meeting as server and browser build it: each from what it has, the browser's part through JSON. */
function meet(
  { compiled, given: { user, stored, isReturned, row: run } }: Case,
  flow: LoadedFlow,
  at: number,
): { server: Situation; browser: Situation } {
  const { definition } = flow;
  const nodeId = `n${at}`;
  const node = nodeOf(definition, nodeId);
  const flowState = at > 0 ? '1' : isReturned ? '2' : '0';
  const row = { id: 'r1', flw_state: flowState, task_node: flowState === '0' ? '' : node.name };
  const table = at > 0 ? rowTableOf(definition, nodeId, compiled.tables) : null;
  const rows = table === null ? [] : (stored.childTables[table] ?? []);
  const item =
    table === null
      ? null
      : { table, label: '一行', key: rows[(run?.index ?? 0) % Math.max(1, rows.length)]?.id ?? 'gone' };
  const server = situationOf({
    user,
    formKey: null,
    row,
    rules: node.rules,
    isEdit: true,
    isTask: at > 0,
    rowsOfOtherTasks: findRowsOfOtherTasks(item, stored.childTables),
  });
  const config = JSON.parse(JSON.stringify(formConfigOf('generated', flow))) as FlowFormConfig;
  const task =
    at > 0 ? { taskId: 't1', nodeId, kind: 'sign', actions: node.rules?.actions, ...(item ? { item } : {}) } : null;
  const record = {
    ...asRecord(stored),
    flwState: flowState,
    taskNode: row.task_node,
    createBy: user.id,
    task,
  } as unknown as FormRecord;
  const query = readDetailQuery(
    at > 0
      ? { formKey: 'generated', id: 'r1', todo: '1', taskId: 't1' }
      : { formKey: 'generated', id: 'r1', isEdit: '1' },
  );
  return { server, browser: buildSituation({ user: seen(user), query, rawQuery: {}, record, config, mode: 'edit' }) };
}

/** Every judgement of the rules on a form in a situation. */
function judgements(compiled: CompiledForm, situation: Situation, values: Record<string, unknown>): unknown {
  const scope = { values, situation };
  return [...compiled.fields.values()].map((field) => ({
    key: field.key,
    mayRead: field.mayRead(situation),
    mayWrite: field.mayWrite(scope),
    isRequired: isFieldRequired(field.node, situation),
    ...(isTable(field)
      ? {
          others: [...(Array.isArray(values[field.key]) ? (values[field.key] as { id: string }[]) : [])].map(({ id }) =>
            isOthersRow(field.node, id, situation),
          ),
          add: mayAddRow(field.node, situation),
          copy: mayCopyRow(field.node, situation),
          remove: mayRemoveRow(field.node, situation),
          order: mayOrderRows(field.node, situation),
          defaults: shouldLoadDefaultRows(field.node, situation, { rowCount: 0 }),
          columns: field.columns.map((column) => [
            column.key,
            column.mayRead(situation),
            column.mayWrite({ ...scope, row: {} }),
          ]),
        }
      : {}),
  }));
}

it(
  'browser and server judge every field, column and row alike at every node of a process',
  async () => {
    await holdsAsync(
      'node rules judged alike',
      cases,
      async (one) => {
        const flow = await flowOf(one);
        const values = { ...one.given.stored.fieldsMap, ...one.given.stored.childTables };
        for (const at of [0, 1, 2]) {
          const { server, browser } = meet(one, flow, at);
          expect(browser.nodeRules).toEqual(server.nodeRules);
          expect(judgements(one.compiled, browser, values)).toEqual(judgements(one.compiled, server, values));
        }
      },
      { cases: 700 },
    );
  },
  PATIENCE,
);

it(
  'at a node of a process the server takes what the browser lets a person do, and refuses what is forged, with its places',
  async () => {
    let forged = 0;
    await holdsAsync(
      'node rules enforced',
      cases,
      async (one) => {
        const {
          compiled,
          given: { stored, acts },
        } = one;
        const { server, browser: situation } = meet(one, await flowOf(one), one.given.at);
        const browser = openInBrowser(compiled, stored, situation);
        const untouched = browser.send();
        for (const act of acts) {
          const incoming = forge(compiled, untouched, act);
          const fresh = openInBrowser(compiled, stored, situation);
          const isOffered = perform(fresh, act);
          fresh.close();
          const field = compiled.fields.get(act.kind === 'type' ? act.key : act.table);
          // filled out of sight or by a call: the browser has no control, and the change is none of a hand
          const hasColumn =
            act.kind === 'cell' &&
            compiled.tables.get(act.table)?.columns.find(({ key }) => key === act.column)?.node.isHideField === '1';
          const table = act.kind === 'type' ? undefined : compiled.tables.get(act.table);
          // how many rows there may be is asked of a complete record
          const isFull = table !== undefined && (stored.childTables[table.key]?.length ?? 0) >= rowLimit(table.node);
          if (
            isOffered ||
            isFull ||
            incoming === null ||
            field?.node.isHideField === '1' ||
            hasColumn ||
            table?.node.defaultTbDataResourceApi !== undefined
          )
            continue;
          const judged = acceptChanges({
            form: compiled,
            stored,
            sent: incoming,
            situation: server,
            strictness: 'draft',
          });
          const before = acceptChanges({
            form: compiled,
            stored,
            sent: untouched,
            situation: server,
            strictness: 'draft',
          });
          if (isSameValue(judged.values, before.values)) continue;
          forged += 1;
          expect({
            act,
            refused:
              [...judged.forbidden, ...judged.invalid].every(({ path }) => path.length > 0) &&
              judged.forbidden.length + judged.invalid.length > 0,
          }).toEqual({ act, refused: true });
        }
        const done = acts.map((act) => perform(browser, act));
        const incoming = browser.send();
        browser.close();
        const refused = checkChanges({ compiled, stored, incoming, situation: server }).filter(
          ({ code }) => !['VALUE_TYPE', 'VALUE_UNKNOWN'].includes(code),
        );
        expect({ done, refused: refused.map(({ code, path }) => `${code} ${path.join('/')}`) }).toEqual({
          done,
          refused: [],
        });
      },
      { cases: 300 },
    );
    expect(forged).toBeGreaterThan(0);
  },
  PATIENCE,
);
