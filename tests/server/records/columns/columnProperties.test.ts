import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { valuesTable, recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { compareColumns, fillColumns } from '../../../../src/server/records/index.ts';
import { PATIENCE } from '../../../properties/holds.ts';
import { SEED } from '../../../support/fc.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { edge, flowFile, task } from '../../approval/story.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import {
  evaluateList,
  type PlainCondition,
  type PlainField,
  type PlainKind,
  type PlainRecord,
} from './plain/evaluateList.ts';

let server: TestServer;
let people: Record<'admin' | 'staff' | 'hr', Client>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** Signs the people in again: an access token is shorter than a long run. */
async function signIn(): Promise<void> {
  const [admin, staff, hr] = await Promise.all(['admin', 'staff', 'hr'].map((name) => server.api(name)));
  people = { admin: admin!, staff: staff!, hr: hr! };
}

/** Numbers that the seed alone decides. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const next = random(SEED);
const chance = (share: number): boolean => next() < share;
const below = (limit: number): number => Math.floor(next() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const some = <T>(values: readonly T[], share: number): T[] => values.filter(() => chance(share));

/** FC_RUNS, the cases of a whole run of properties, means a tenth as many steps. */
const STEPS = process.env.FC_RUNS ? Math.round(Number(process.env.FC_RUNS) / 10) : usualOrLong(100, 20_000);
/** So many steps go by one form; the next has other fields. */
const STEPS_OF_FORM = 400;
const KEYS: readonly string[] = ['a', 'b', '金额', 'd_1', 'E'];
const KINDS: readonly PlainKind[] = ['text', 'number', 'date', 'list', 'span', 'people'];
const CHOICES = ['甲', '乙', '丙', 'A1'];
const PEOPLE = ['u-staff', 'u-hr', 'u-leader', 'u-manager'];

/** Values that a field of each kind may hold; few, so that questions find some. */
const valueOf: Readonly<Record<PlainKind, () => unknown>> = {
  text: () => pick(['', '甲', '乙二', '滨江道路', '道路A1', 'a1', '10', '2026-02-03', '%_\\', '  ']),
  number: () => pick([0, -3, 10, 10.5, 2026, 1e9, -0.25]),
  date: () => pick(['2026-02-03', '2026-02-28', '1999-12-31', '2030-01-01']),
  list: () => some(CHOICES, 0.4),
  people: () => some(PEOPLE, 0.4).join(','),
  span: () => pick([[], ['2026-02-03', '2026-02-28'], ['1999-12-31', '2030-01-01'], ['2026-02-28', '2026-02-28']]),
};
const nodeOf = ({ key, kind }: PlainField, isClosed: boolean): object => ({
  tag: {
    text: 'el-input',
    number: 'el-input-number',
    date: 'el-date-picker',
    list: 'el-checkbox-group',
    span: 'el-date-picker',
    people: 'userSelector',
  }[kind],
  __vModel__: key,
  label: key,
  isList: '1',
  ...(kind === 'date' ? { type: 'date' } : kind === 'span' ? { type: 'daterange' } : {}),
  ...(kind === 'people' ? { multiple: true } : {}),
  ...(kind === 'list' ? { options: CHOICES.map((value) => ({ label: value, value })) } : {}),
  ...(isClosed ? { flowVisible: '0' } : {}),
});

/**
 * A form as it is in force, the fields of its versions, and what every version of form and process closes to all but
 * the applicant.
 */
interface Model {
  formKey: string;
  fields: PlainField[];
  versions: PlainField[][];
  closedByForm: ReadonlySet<string>[];
  closedByFlow: ReadonlySet<string>[];
}

async function publishFlowOf({ formKey, closedByFlow }: Model): Promise<void> {
  const closed = new Set(some(KEYS, 0.2));
  const hidden = [...closed].map((key) => `<sf:field key="${key}" visible="0"/>`).join('');
  const own = KEYS.map((key) => `<sf:field key="${key}" visible="1" editable="1"/>`).join('');
  const xml = flowFile(
    formKey,
    `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
  );
  await publishFlow(server.context, {
    xml: xml.replace('<sf:candidates type="initiator"/>', `<sf:candidates type="initiator"/>${own}`),
    note: '',
    author,
  });
  closedByFlow.push(closed);
}

async function publishFormOf(model: Model): Promise<void> {
  const { formKey, closedByForm } = model;
  // fields come, go, and change their kinds
  model.fields = KEYS.filter(() => model.fields.length === 0 || chance(0.9)).map((key) => {
    const before = model.fields.find((field) => field.key === key);
    return { key, kind: before && chance(0.7) ? before.kind : pick(KINDS) };
  });
  const closed = new Set(some(KEYS, 0.1));
  const columns = [
    { key: 'item', kind: pick(KINDS) },
    { key: 'count', kind: pick(['number', 'text'] as const) },
  ];
  await publishForm(server.context, {
    formKey,
    formName: formKey,
    note: '',
    author,
    definition: {
      flowKey: formKey,
      fields: [
        ...model.fields.map((field) => nodeOf(field, closed.has(field.key))),
        { tag: 'subTable', __vModel__: 'lines', label: '明细', children: columns.map((field) => nodeOf(field, false)) },
      ],
    },
  });
  closedByForm.push(closed);
  model.versions.push(model.fields);
}

interface Stored {
  id: string;
  create_by: string;
  made: string;
  revision: number;
  flw_state: string;
  fields: Record<string, unknown>;
  form_version: number | null;
  flow_version: number | null;
  in_hands: boolean;
}

/**
 * The documents as they stand, with the versions that their processes run by and whether they were in the checker's
 * hands.
 */
const storedOf = async ({ formKey }: Model): Promise<Stored[]> =>
  (
    await sql<Stored>`select r.id, r.create_by, extract(epoch from r.create_time)::text as made, r.revision, r.flw_state, d.fields, i.form_version, i.flow_version,
      exists (select 1 from flw_task t left join flw_task_candidate c on c.task_id = t.id and c.is_open where t.record_id = r.id and 'u-hr' in (t.actor_id, c.user_id)) as in_hands
      from ${recordTable(formKey)} r join ${valuesTable(formKey)} d on d.id = r.id left join flw_instance i on i.record_id = r.id`.execute(
      server.context.db,
    )
  ).rows;

/** The fields that the versions of a record's approval close; a field that its version has not is closed by nothing. */
function closedBy(
  { versions, closedByForm, closedByFlow }: Model,
  form: number | null,
  flow: number | null,
): ReadonlySet<string> {
  const own = versions[(form ?? 0) - 1] ?? [];
  const closed = [...(closedByForm[(form ?? 0) - 1] ?? []), ...(closedByFlow[(flow ?? 0) - 1] ?? [])];
  return new Set(closed.filter((name) => own.some(({ key }) => key === name)));
}

/** What a person may read of them, and what is closed to them in each. */
function readable(model: Model, who: keyof typeof people, stored: readonly Stored[]): PlainRecord[] {
  return stored
    .filter(({ create_by, in_hands, flw_state }) =>
      who === 'admin' ? true : create_by === `u-${who}` || (who === 'hr' && in_hands && flw_state !== '0'),
    )
    .map(({ id, made, fields, form_version, flow_version }) => ({
      id,
      made: Number(made),
      fields,
      closed: who === 'admin' ? new Set() : closedBy(model, form_version, flow_version),
    }));
}

/** Values as this field asks for them; some of another field of its kind, so that there are misses. */
function questionOf({ key, kind }: PlainField): PlainCondition {
  const ops: Record<PlainKind, readonly string[]> = {
    text: ['eq', 'ne', 'in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty'],
    number: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty', 'gte', 'lte', 'range', 'contains', 'notContains'],
    date: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty', 'gte', 'lte', 'range'],
    list: ['eq', 'ne', 'in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty'],
    people: ['eq', 'ne', 'in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty'],
    span: ['empty', 'notEmpty', 'gte', 'lte', 'range'],
  };
  const op = pick(ops[kind]);
  const one = (): unknown =>
    kind === 'list'
      ? pick(CHOICES)
      : kind === 'people'
        ? pick([...PEOPLE, 'u-'])
        : kind === 'span'
          ? valueOf.date()
          : kind === 'text'
            ? valueOf.text() || '甲'
            : valueOf[kind]();
  if (op === 'in' || op === 'notIn') return { field: key, op, value: [one(), one()] };
  if (op === 'range') return { field: key, op, value: [one(), one()] };
  if (op === 'contains' || op === 'notContains')
    return {
      field: key,
      op,
      value: kind === 'number' ? one() : pick(['道路', '甲', 'a1', '%', '滨江道', 'A', '周', 'u-h']),
    };
  return { field: key, op, value: one() };
}

/**
 * The records in which an answer and the expected one differ: their documents, their columns, and who has them in hand.
 */
async function differenceOf(model: Model, found: readonly string[], expected: readonly string[]): Promise<string> {
  const ids = [...found.filter((id) => !expected.includes(id)), ...expected.filter((id) => !found.includes(id))];
  const table = sql.table(recordTableName(model.formKey));
  const { db } = server.context;
  return JSON.stringify({
    documents: (await storedOf(model)).filter(({ id }) => ids.includes(id)),
    columns: (await sql`select * from ${table} where id = any(${ids}::text[])`.execute(db)).rows,
    hands: (await sql`select * from frm_hand where record_id = any(${ids}::text[])`.execute(db)).rows,
    catalogue: (await sql`select * from frm_column where form_key = ${model.formKey}`.execute(db)).rows,
    closedByForm: model.closedByForm.map((keys) => [...keys]),
    closedByFlow: model.closedByFlow.map((keys) => [...keys]),
    foundOnly: found.filter((id) => !expected.includes(id)),
  });
}

async function ask(model: Model): Promise<void> {
  const who = pick(['admin', 'staff', 'hr'] as const);
  const conditions = Array.from({ length: below(3) }, () => questionOf(pick(model.fields)));
  const sorted = chance(0.6) ? pick(model.fields) : null;
  const sort = sorted ? { field: sorted.key, order: pick(['asc', 'desc'] as const) } : null;
  const answer = await recordsOf(people[who], model.formKey).list(
    { conditions, ...(sort ? { sort } : {}) },
    { pageNum: 1, pageSize: 200 },
  );
  const told = JSON.stringify({ who, conditions, sort, fields: model.fields, answer: answer.msg });
  if (answer.code === 'COLUMN_NOT_READY') return;
  const asked = [...conditions.map(({ field }) => field), ...(sort ? [sort.field] : [])];
  const closed = new Set([
    ...(model.closedByForm.at(-1) ?? []),
    ...(who === 'admin' ? [] : (model.closedByFlow.at(-1) ?? [])),
  ]);
  if (asked.some((key) => closed.has(key)) || ['list', 'span', 'people'].includes(sorted?.kind ?? '')) {
    // what the version in force closes is refused; administrators may see what a form closes to others
    if (who !== 'admin' || answer.code !== '1') expect(answer.code, told).toBe('REQUEST_INVALID');
    return;
  }
  expect(answer.code, told).toBe('1');
  const wanted = evaluateList(readable(model, who, await storedOf(model)), model.fields, conditions, sort);
  const found = answer.data.data.map(({ id }) => id ?? '');
  const expected = wanted.slice(0, answer.data.page.pageSize);
  expect(found, told + (found.join() === expected.join() ? '' : await differenceOf(model, found, expected))).toEqual(
    expected,
  );
  expect(answer.data.page.total, told).toBe(wanted.length);
}

async function write(model: Model): Promise<void> {
  const who = pick(['staff', 'hr', 'admin'] as const);
  const form = recordsOf(people[who], model.formKey);
  const own = (await storedOf(model)).filter(
    ({ create_by, flw_state }) => create_by === `u-${who}` && flw_state === '0',
  );
  const given = Object.fromEntries(some(model.fields, 0.7).map(({ key, kind }) => [key, valueOf[kind]()]));
  const rows = Array.from({ length: below(4) }, (_none, at) => ({ id: `r${at + below(2) * 10}`, fieldsMap: {} }));
  const lines = [...new Map(rows.map((row) => [row.id, row])).values()];
  const record = own.length > 0 && chance(0.6) ? pick(own) : null;
  if (record && chance(0.1)) {
    await form.remove(record.id);
    return;
  }
  const fieldsMap = { ...record?.fields, ...given };
  const known = Object.fromEntries(
    Object.entries(fieldsMap).filter(([key]) => model.fields.some((field) => field.key === key)),
  );
  const sent = {
    fieldsMap: known,
    childTables: { lines },
    ...(record ? { id: record.id, revision: record.revision } : {}),
  };
  // a value of another kind than the field's, left from an older version, is refused: that is a step like others
  const answer = chance(0.35) ? await form.run(sent, 'submit') : await form.save(sent);
  expect(answer.status, JSON.stringify(answer)).toBeLessThan(500);
}

async function decide({ formKey }: Model): Promise<void> {
  const todo = (await storedOf({ formKey } as Model)).find(({ flw_state, in_hands }) => flw_state === '1' && in_hands);
  if (!todo) return;
  const answer = await recordsOf(people.hr, formKey).run({ id: todo.id, revision: todo.revision }, 'approve');
  expect(answer.status, JSON.stringify(answer)).toBeLessThan(500);
}

it(
  'columns are as the documents, and every question of every person is answered as looping over the documents answers it',
  async () => {
    process.stdout.write(`property: columns: ${STEPS} steps, FC_SEED=${SEED}\n`);
    let model: Model | null = null;
    let asked = 0;
    for (let step = 0; step < STEPS; step += 1) {
      if (model === null || step % STEPS_OF_FORM === 0) {
        await signIn();
        model = { formKey: `prop${step}`, fields: [], versions: [], closedByForm: [], closedByFlow: [] };
        await publishFlowOf(model);
        await publishFormOf(model);
      }
      const kind = next();
      if (kind < 0.02) await publishFormOf(model);
      else if (kind < 0.03) await publishFlowOf(model);
      else if (kind < 0.07) await fillColumns(server.context);
      else if (kind < 0.12) await decide(model);
      else if (kind < 0.45) await write(model);
      else {
        await ask(model);
        asked += 1;
      }
      if (step % 100 === 99) expect(await compareColumns(server.context.db, model.formKey), `step ${step}`).toEqual([]);
    }
    expect(asked).toBeGreaterThan(STEPS / 3);
  },
  PATIENCE,
);
