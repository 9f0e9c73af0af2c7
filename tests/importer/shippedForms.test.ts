import { readFileSync } from 'node:fs';
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
