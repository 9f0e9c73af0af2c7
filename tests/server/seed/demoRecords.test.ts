import { relationOf } from '../../../src/kernel/index.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dictionary } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { isTable, type CompiledForm } from '../../../src/kernel/form.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { checkStored, recordToValues } from '../../../src/records/recordValues.ts';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import type { Option } from '../../../src/kernel/widget.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import { parseFlow } from '../../../src/server/flow/parse/parseFlow.ts';
import { demoCompany } from '../../../src/server/seed/demoCompany.ts';
import { demoFormKeys, demoRecords, plainFormKeys, plainRecords } from '../../../src/server/seed/demoRecords.ts';
import { SETTLEMENTS } from '../../../src/server/seed/demo/story.ts';
import type { DemoRecord } from '../../../src/server/seed/demo/types.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const now = new Date('2026-06-15T02:00:00Z');

const paths = readdirSync('schemas/business', { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json'))
  .map((name) => join('schemas/business', name));
const forms = new Map(
  paths.flatMap((path) => {
    const { form } = JSON.parse(readFileSync(path, 'utf8')) as { form?: unknown };
    // queues and ledgers show the records of other forms
    if (form === undefined) return [];
    const parsed = parseFormDefinition(form, vocabulary);
    if (!parsed.ok) throw new Error(path);
    return [[parsed.value.formKey, compileForm(parsed.value, vocabulary)] as const];
  }),
);
const formOf = (formKey: string): CompiledForm => forms.get(formKey) as CompiledForm;

function optionsOf(typeCode: string): Option[] {
  const { items } = JSON.parse(readFileSync(`schemas/dictionaries/${typeCode}.json`, 'utf8')) as Dictionary;
  return items.map(({ dictLabel, dictValue }) => ({ label: dictLabel, value: dictValue }));
}

/** Of a tree of options those of every level. */
const valuesIn = (options: readonly Option[]): unknown[] =>
  options.flatMap(({ value, children }) => [value, ...valuesIn(children ?? [])]);

/** Everything open to this person, so that every value is judged and not only those of one node. */
const situation = ({ createBy, openNode, flwState, id }: DemoRecord): Situation => ({
  user: { id: createBy, name: '', roles: [] },
  taskNode: openNode?.taskNode ?? '',
  todo: '0',
  isEdit: '1',
  flowState: flwState,
  recordId: id,
  superRole: false,
  query: {},
  nodeRules: null,
});

/** What a save of these records would be refused for, and display texts that are missing. */
const flaws = (form: CompiledForm, records: readonly DemoRecord[]): string[] =>
  records.flatMap((record) => {
    const values = recordToValues(record, form);
    const scope = { values, situation: situation(record) };
    const found = [...form.fields.values()]
      .filter((field) => field.access(scope).visible)
      .flatMap((field) => field.validate(values[field.key], scope));
    // the text of a relation is read from its source when the record is imported
    const unlabelled = [...form.fields.values()].filter(
      (field) =>
        !isTable(field) &&
        field.hasCompanion &&
        !relationOf(field.node) &&
        record.fieldsMap[field.key] &&
        !record.fieldsMap[`${field.key}Label`],
    );
    return [
      ...[...checkStored(record, form), ...found].map(
        ({ path, message }) => `${record.id} ${path.join('.')} ${message}`,
      ),
      ...unlabelled.map(({ key }) => `${record.id} ${key} has no display text`),
    ];
  });

describe('the demo company', () => {
  it('leads every department by one of its people, and has each of the six roles', () => {
    const users = new Map(demoCompany.users.map((user) => [user.id, user]));
    expect(demoCompany.depts.filter(({ leaderId }) => !users.has(leaderId))).toEqual([]);
    expect(new Set(demoCompany.users.map(({ username }) => username)).size).toBe(demoCompany.users.length);
    for (const role of ['admin', 'staff', 'leader', 'manager', 'sealer', 'hr'])
      expect(users.get(`u-${role}`)?.roles).toContain(role);
    expect(demoCompany.depts.find(({ id }) => id === users.get('u-staff')?.deptId)?.leaderId).toBe('u-leader');
  });
});

/** Forms whose records show every state; those of the story have as many as the story asks for. */
const MIXED = new Set([
  'businessSealApply',
  'earnestMoney',
  'scrapDevice',
  'testEntrustRegistration',
  'expenseReimbursement',
]);

describe.each(demoFormKeys)('demo records of %s', (formKey) => {
  const form = formOf(formKey);
  const records = demoRecords({ form, optionsOf, now });

  it('fill several pages, in every state', () => {
    expect(records.length).toBeGreaterThanOrEqual(MIXED.has(formKey) ? 60 : 4);
    const states = new Set(records.map(({ flwState }) => flwState));
    if (MIXED.has(formKey)) expect(states).toEqual(new Set(['0', '1', '2', '3', '4']));
    else expect(states).toContain('1');
  });

  it('are the same for the same day', () => {
    expect(demoRecords({ form, optionsOf, now })).toEqual(records);
  });

  it('are valid by their definition, computed values and display texts included', () => {
    expect(flaws(form, records)).toEqual([]);
  });

  it('went the way their flow allows, and stand at one of its nodes', async () => {
    const { definition } = await parseFlow(readFileSync(`schemas/flows/${form.definition.flowKey}.bpmn`, 'utf8'));
    const nameOf = new Map(Object.values(definition?.nodes ?? {}).map(({ id, name }) => [id, name]));
    const visited = records.flatMap(({ steps, openNode }) => [...steps, ...(openNode ? [openNode] : [])]);
    expect(visited.filter(({ nodeId, taskNode }) => nameOf.get(nodeId) !== taskNode)).toEqual([]);
    const times = records.map(({ createTime, steps }) =>
      [createTime, ...steps.map(({ at }) => at), now].map((time) => time.getTime()),
    );
    expect(times.filter((list) => list.some((time, at) => at > 0 && time <= (list[at - 1] as number)))).toEqual([]);
  });
});

describe('the output sheets of the demo company', () => {
  const form = formOf('monthlyOutputAffirm');
  const sheetsAt = (today: Date): DemoRecord[] => demoRecords({ form, optionsOf, now: today });

  it('are one for each month and department, on whatever day the company is set up', () => {
    for (let days = 0; days < 40; days += 1) {
      const today = new Date(now.getTime() + days * 86_400_000);
      const keys = sheetsAt(today).map(({ fieldsMap }) => String(fieldsMap['periodUnit']));
      expect([today, keys.length - new Set(keys).size]).toEqual([today, 0]);
    }
  });

  it('affirm what is settled, advances apart', () => {
    const affirmed = new Map<string, number>();
    for (const { flwState, childTables } of sheetsAt(now))
      if (flwState === '3')
        for (const { fieldsMap } of childTables['rows'] ?? []) {
          const contract = String(fieldsMap['contract']);
          affirmed.set(contract, (affirmed.get(contract) ?? 0) + Number(fieldsMap['thisMonth']));
        }
    const worked = SETTLEMENTS.filter(({ stage }) => stage !== '预付款').map(({ deal }) => deal);
    expect(worked.length).toBeGreaterThan(50);
    for (const { id, settled, finalAmount } of worked) {
      expect([id, (affirmed.get(id) ?? 0) >= settled]).toEqual([id, true]);
      expect(affirmed.get(id) ?? 0).toBeLessThanOrEqual(finalAmount);
    }
  });
});

describe.each(plainFormKeys)('demo records of %s, which has no approval', (formKey) => {
  const form = formOf(formKey);
  const records = plainRecords({ form, optionsOf, now });

  it('are the same for the same day, lie in the past, and have an id each', () => {
    expect(plainRecords({ form, optionsOf, now })).toEqual(records);
    expect(records.filter(({ createTime }) => createTime >= now)).toEqual([]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it('are valid by their definition, computed values and display texts included', () => {
    expect(flaws(form, records)).toEqual([]);
  });

  it('hold nothing under a key or an option that the form does not know', () => {
    const known = new Set([...form.fields.keys()].flatMap((key) => [key, `${key}Label`]));
    expect(records.flatMap(({ fieldsMap }) => Object.keys(fieldsMap)).filter((key) => !known.has(key))).toEqual([]);
    const strange = records.flatMap(({ id, fieldsMap }) =>
      [...form.fields.values()].flatMap(({ key, options }) =>
        (options?.length ?? 0) > 0 &&
        fieldsMap[key] !== undefined &&
        ![fieldsMap[key]].flat().every((one) => valuesIn(options ?? []).includes(one))
          ? [`${id} ${key} ${String(fieldsMap[key])}`]
          : [],
      ),
    );
    expect(strange).toEqual([]);
  });

  it('have a display text in words beside every chosen value', () => {
    const bare = records.flatMap((record) =>
      [...form.fields.values()]
        // titles of other records are taken from them when the records are stored
        .filter(({ node }) => relationOf(node) === null)
        .filter(({ hasCompanion, key, isEmpty }) => hasCompanion && !isEmpty(record.fieldsMap[key]))
        .filter(({ key }) => !/[\u4e00-\u9fa5]/.test(String(record.fieldsMap[`${key}Label`] ?? '')))
        .map(({ key }) => `${record.id} ${key}`),
    );
    expect(bare).toEqual([]);
  });
});
