import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import { definitions } from '../../src/server/widgets.generated.ts';
import { situation } from '../kernel/support.ts';

const vocabulary = createVocabulary(definitions);
const read = parseFormDefinition(
  (JSON.parse(readFileSync('schemas/business/seals/businessSealApply.json', 'utf8')) as { form: unknown }).form,
  vocabulary,
);

it('the seal application shows how many copies were approved once somebody decides, and says how they are counted (P7)', () => {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const field = compileForm(read.value, vocabulary).fields.get('totalApproved');
  const isShown = (flowState: string, taskNode: string): boolean | undefined =>
    field?.access({
      values: { sealFiles: [{ id: 'r', fieldsMap: { copies: 3 } }] },
      situation: situation({ flowState, taskNode } as never),
    }).visible;
  expect([isShown('0', ''), isShown('1', '提交申请'), isShown('1', '部门负责人审核'), isShown('3', '')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect((field?.node as { help?: string } | undefined)?.help).toContain('按用印份数计');
});

/** Who may begin a record, by form. */
const beginners = new Map(
  readdirSync('schemas/business', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { form } = JSON.parse(readFileSync(join('schemas/business', name), 'utf8')) as {
        form?: { formKey: string; fields?: unknown; access?: { createRoles?: string[] } };
      };
      return form?.fields ? [[form.formKey, form.access && (form.access.createRoles ?? [])] as const] : [];
    }),
);

it('every shipped form says who may begin a record: staff apply, salaries, parameters, templates and ledgers are kept (A3)', () => {
  expect(beginners.size).toBeGreaterThan(50);
  expect([...beginners].filter(([, roles]) => roles === undefined).map(([formKey]) => formKey)).toEqual([]);
  const open = [...beginners].filter(([, roles]) => roles?.some((role) => role === 'staff' || role === '*'));
  const staff = open.map(([formKey]) => formKey);
  expect(staff).toEqual(
    expect.arrayContaining(['businessSealApply', 'expenseReimbursement', 'testEntrustRegistration']),
  );
  const kept = [
    'monthBasicSalary',
    'insuranceRate',
    'parameterConfig',
    'itemConfig',
    'reportTemplate',
    'deviceList',
    'sealDetails',
    'userFiles',
  ];
  for (const formKey of kept) {
    expect([...beginners.keys()]).toContain(formKey);
    expect(staff).not.toContain(formKey);
  }
});
